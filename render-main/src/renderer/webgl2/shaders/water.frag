// The basin under shafts of light.
uniform sampler2D basin;
in float beam;
out vec4 colour;

void main() {
    colour = texelFetch(basin, ivec2(gl_FragCoord.xy), 0);
    colour.rgb = min(colour.rgb + light.rgb * (light.a * 0.42 * water_top.a * beam), colour.a);
}
