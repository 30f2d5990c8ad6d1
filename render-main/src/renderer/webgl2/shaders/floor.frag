// The same where the bottom is seen: under caustics too.
uniform sampler2D basin;
uniform vec2 backing;
in float beam;
out vec4 colour;

void main() {
    colour = texelFetch(basin, ivec2(gl_FragCoord.xy), 0);
    vec2 unit = vec2(gl_FragCoord.x, backing.y - gl_FragCoord.y) / backing;
    vec2 p = unit * tank.xy;
    float shine;
    if (from_above()) {
        shine = focused(p, caustics.x * 0.8);
    } else {
        float row = (unit.y - ground.a) / (1.0 - ground.a);
        vec2 place = floor_place(p.x, row);
        // Towards the horizon the net is finer than the pixels: let it go.
        shine = focused(place, caustics.x * smoothstep(0.10, 0.6, row));
    }
    colour.rgb = min(colour.rgb * shine + light.rgb * (light.a * 0.42 * water_top.a * beam), colour.a);
}
