// The basin under shafts of light, and the surface from below.
uniform sampler2D basin;
uniform vec2 backing;
in float beam;
out vec4 colour;

void main() {
    colour = texelFetch(basin, ivec2(gl_FragCoord.xy), 0);
    vec2 p = vec2(gl_FragCoord.x, backing.y - gl_FragCoord.y) / tank.z;
    float bright = 0.42 * beam;
    vec4 b = box();
    if (p.y < b.z && p.y > b.y) { bright += glitter(p.x, (p.y - b.y) / (b.z - b.y)); }
    colour.rgb = min(colour.rgb + light.rgb * (light.a * water_top.a * bright), colour.a);
}
