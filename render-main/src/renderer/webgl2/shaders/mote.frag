in vec2 spot;
flat in float faint;
out vec4 colour;

void main() {
    float a = faint * smoothstep(1.0, 0.1, length(spot));
    colour = vec4(light.rgb * a, a);
}
