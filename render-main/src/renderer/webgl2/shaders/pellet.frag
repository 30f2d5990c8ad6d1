in vec2 spot;
flat in vec2 look;
flat in vec3 left_over;
uniform float as_shadow;
out vec4 colour;

void main() {
    float r = length(spot);
    if (as_shadow > 0.5) {
        float a = look.x * (1.0 - smoothstep(0.2, 1.0, r));
        colour = vec4(shade.rgb * a, a);
        return;
    }
    float a = clamp((1.0 - r) / look.y, 0.0, 1.0) * smoothstep(0.0, 0.25, look.x);
    vec3 crumb = mix(vec3(0.62, 0.47, 0.30), vec3(0.60, 0.30, 0.13), look.x);
    crumb *= 0.72 + 0.5 * smoothstep(1.0, -0.2, length(spot - vec2(-0.3, 0.4)));
    colour = vec4(crumb * left_over * (0.6 + 0.4 * light.a) * a, a);
}
