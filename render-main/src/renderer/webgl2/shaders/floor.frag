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
        shine = focused(floor_place(p.x, sand_row(p.y)), caustics.x * netted(p));
    }
    colour.rgb = min(colour.rgb * shine + light.rgb * (light.a * 0.42 * water_top.a * beam), colour.a);
}
