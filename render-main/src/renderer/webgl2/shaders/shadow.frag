in vec2 spot;
flat in float dark;
flat in float soft;
out vec4 colour;

void main() {
    float r = length(spot);
    float a = dark * (1.0 - smoothstep(1.0 - soft, 1.0, r)) ;
    colour = vec4(shade.rgb * a, a);
}
