// The basin under moving light.
uniform sampler2D basin;
uniform vec2 backing;
in float beam;
out vec4 colour;

void main() {
    colour = texelFetch(basin, ivec2(gl_FragCoord.xy), 0);
    vec2 unit = vec2(gl_FragCoord.x, backing.y - gl_FragCoord.y) / backing;
    vec2 p = unit * tank.xy;
    if (from_above()) {
        colour.rgb *= focused(p, 0.0, caustics.x * 0.75);
        return;
    }
    colour.rgb += light.rgb * (light.a * 0.42 * water_top.a * beam);
    float row = (unit.y - ground.a) / (1.0 - ground.a);
    if (row > 0.0 && caustics.x > 0.0) {
        float far = 1.0 / (row + 0.22);
        vec2 place = vec2((p.x - 0.5 * tank.x) * far * 0.62, -far * 620.0);
        // Towards the horizon the net is finer than the pixels: blur it, then let it go.
        colour.rgb *= focused(place, 3.0 - 6.0 * row, caustics.x * smoothstep(0.05, 0.6, row));
    }
    colour.rgb = min(colour.rgb, colour.a);
}
