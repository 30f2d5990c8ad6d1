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

// The water before the back wall and the side walls.
vec3 walls(vec2 p, vec2 unit) {
    vec3 water = water_at(unit.y);
    // The lamp's own glow, under the surface on the side it comes from.
    vec2 lamp = vec2(0.5 + 0.42 * sin(rays.y), -0.12);
    float glow = exp(-2.6 * length((unit - lamp) * vec2(tank.x / tank.y * 0.62, 1.05)));
    water += light.rgb * light.a * glow * 0.34;
    float edge = off_wall(p), wall = box().x + 1e-3;
    float pane = clamp(0.5 - edge * tank.z, 0.0, 1.0);
    float dim = mix(0.17 * exp(-edge / (0.9 * wall)), 0.24 - 0.30 * clamp(-edge / wall, 0.0, 1.0), pane);
    // The pane mirrors the sand.
    water += ground.rgb * (0.16 * pane * smoothstep(ground.a - 0.1, 1.0, unit.y));
    return water * (1.0 - blur.y * dim) + light.rgb * light.a * 0.05 * blur.y * exp(-abs(edge) * 0.5) * (1.0 - unit.y);
}

vec3 side(vec2 p, vec2 unit) {
    vec4 b = box();
    vec3 lamp = light.rgb * light.a;
    vec3 water = walls(p, unit);
    if (p.y < b.z) {
        // The surface from below is a mirror; over the waterline at the glass there is air, and the rim's shadow.
        float near = clamp((b.z - p.y) / (b.z - b.y), 0.0, 1.0);
        water = mix(water, mix(water * 0.86, lamp, 0.20 * near), smoothstep(-0.02, 0.25, near));
        float air = p.y / b.y;
        if (air < 1.0) { water = mix(water_top.rgb * 0.55, mix(water_top.rgb, lamp, 0.5), air * air) * 0.85; }
        return water + lamp * 0.34 * exp(-abs(p.y - b.y) * 1.1);
    }
    if (ground.a >= 0.999) { return water; }

    float uneven = (texture(tile, vec2(p.x * 0.0007, 0.31)).g - 0.5);
    float row = sand_row(p.y) + uneven * 0.07;
    vec3 bright = mix(vec3(1.0), light.rgb, 0.5) * (0.55 + 0.45 * light.a);
    float rim = p.y - b.w - uneven * 0.012 * tank.y;
    if (rim > 0.0) {
        // The layer of sand, cut by the glass.
        float down = rim / (tank.y - b.w);
        return sand(p * 1.4, 1.0) * bright * transmitted(0.15) * (0.62 - 0.30 * down + 0.5 * exp(-rim * 0.9));
    }
    float edge = off_wall(p), sand_here = clamp(0.5 + edge * tank.z, 0.0, 1.0);
    if (row <= 0.0) { return water * (1.0 - 0.14 * sand_here * exp(row * 7.0)); }
    float haze = exp(-row * 2.4);
    vec3 lit = sand(floor_place(p.x, row), smoothstep(0.08, 0.5, row)) * bright;
    lit *= transmitted(0.03 + 0.85 * haze) * (0.90 + 0.10 * smoothstep(0.0, 0.7, row));
    lit *= (1.0 - 0.30 * exp(-row * 10.0)) * (1.0 - 0.26 * blur.y * exp(-max(edge, 0.0) / (0.05 * tank.y)));
    lit = mix(lit, water, 0.16 * water_deep.a);
    lit = mix(water * 0.86, lit, smoothstep(0.0, 0.10, row) * (1.0 - 0.62 * haze));
    return mix(water, lit, sand_here);
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
