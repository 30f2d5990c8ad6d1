// What stands still: water, bottom, vignette. Painted into a texture when the size or the theme changes.
uniform vec2 backing;
out vec4 colour;

float clouds(vec2 p) {
    return texture(tile, p).g * 0.6 + texture(tile, p * 2.3 + 0.37).a * 0.4;
}

// Sand: clouds of tone, a fine grain, and a few darker and lighter stones.
vec3 sand(vec2 p, float fine) {
    float tone = clouds(p * 0.0011) - 0.5;
    float ripple = clouds(p * vec2(0.0021, 0.0052) + 3.1) - 0.5;
    // Sharper than it should be: grain that is averaged is no grain.
    float grain = texture(tile, p * 0.011, -1.0).b - 0.5;
    float speck = texture(tile, p * 0.0043 + 0.61, -1.0).b;
    float amount = caustics.z;
    float value = 1.0 + amount * (0.34 * tone + 0.30 * ripple + 0.26 * grain * fine);
    value += amount * fine * 0.30 * (smoothstep(0.80, 0.92, speck) - 1.0 + smoothstep(0.08, 0.20, speck));
    return ground.rgb * value;
}

vec3 side(vec2 p, vec2 unit) {
    vec3 water = water_at(unit.y);
    // The sun's own glow, under the surface on the side it comes from.
    vec2 sun = vec2(0.5 + 0.42 * sin(rays.y), -0.12);
    float glow = exp(-2.6 * length((unit - sun) * vec2(tank.x / tank.y * 0.62, 1.05)));
    water += light.rgb * light.a * glow * 0.34;
    if (ground.a >= 0.999) { return water; }

    // A low swell of dunes instead of a ruled line; then the floor, seen obliquely.
    float swell = (texture(tile, vec2(p.x * 0.0007, 0.31)).g - 0.5) * 0.16;
    float row = (unit.y - ground.a) / (1.0 - ground.a) + swell;
    if (row <= 0.0) { return water; }
    vec2 place = floor_place(p.x, row);
    float haze = exp(-row * 2.4);
    vec3 lit = sand(place, smoothstep(0.08, 0.5, row)) * mix(vec3(1.0), light.rgb, 0.5) * (0.55 + 0.45 * light.a);
    lit *= transmitted(0.12 + 0.9 * haze) * (0.88 + 0.12 * smoothstep(0.0, 0.7, row));
    lit = mix(lit, water, 0.22 * water_deep.a);
    return mix(water, lit, smoothstep(0.0, 0.62, row) * (1.0 - 0.55 * haze));
}

// A muddy bed: soft tones of mud and moss, the seams of half-sunk stones, a little grain.
vec3 bed(vec2 p) {
    vec4 large = texture(tile, p * 0.0021);
    vec4 small = texture(tile, p * 0.0083 + 0.43);
    float seams = smoothstep(0.0, 0.09, abs(small.a - 0.5));
    float tone = 0.70 * (large.g - 0.5) + 0.45 * (small.g - 0.5) + 0.30 * (large.a - 0.5) + 0.10 * (small.b - 0.5);
    return ground.rgb * (1.0 + caustics.z * (0.85 * tone + 0.12 * (seams - 0.75)));
}

vec3 above(vec2 p, vec2 unit) {
    float shoal = clouds(p * 0.00038 + 0.17);
    vec3 lit = bed(p) * mix(vec3(1.0), light.rgb, 0.4) * (0.5 + 0.5 * light.a);
    float deep = 1.0 - smoothstep(0.30, 0.70, shoal);
    lit *= transmitted(0.5 + 0.7 * deep);
    vec3 water = water_at(0.15 + 0.75 * deep + 0.3 * (unit.y - 0.5));
    return mix(lit, water, 0.42 + 0.34 * deep);
}

void main() {
    vec2 unit = vec2(gl_FragCoord.x, backing.y - gl_FragCoord.y) / backing;
    vec2 p = unit * tank.xy;
    vec3 c = from_above() ? above(p, unit) : side(p, unit);
    vec2 q = unit - 0.5;
    c *= 1.0 - 0.24 * smoothstep(0.18, 0.62, dot(q, q) * 1.15);
    // Half a step of noise, or the gradient shows bands.
    c += (texture(tile, gl_FragCoord.xy / 256.0).b - 0.5) / 160.0;
    colour = vec4(clamp(c, 0.0, 1.0), 1.0) * water_top.a;
}
