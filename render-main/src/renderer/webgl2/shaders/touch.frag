in vec2 spot;
flat in vec4 mark;
flat in vec2 stroke;
out vec4 colour;

// One wave crest: light before it, dark behind it, as a lens would.
vec2 crest(float d, float width) {
    float x = d / width;
    float bell = exp(-x * x);
    return vec2(bell * max(0.0, x + 0.55), bell * max(0.0, 0.35 - x));
}

void main() {
    float kind = mark.x, radius = mark.y, power = mark.z, age = mark.w;
    vec2 lens;
    if (kind < 0.5) {
        float r = length(spot);
        float front = radius * (1.0 - exp(-1.9 * age));
        float width = 1.3 + 0.040 * radius * (0.4 + age);
        lens = crest(r - front, width) + 0.5 * crest(r - front * 0.66, width * 0.8) + 0.22 * crest(r - front * 0.38, width * 0.7);
    } else if (kind < 1.5) {
        // An eddy: two arms that wind up as it spreads.
        float r = length(spot) / radius;
        float side = stroke.x >= 0.0 ? 1.0 : -1.0;
        float arm = sin(2.0 * side * atan(spot.y, spot.x) + 5.5 * log(r + 0.06) + 3.2 * age);
        float fade = exp(-4.0 * r * r) * smoothstep(0.0, 0.22, r);
        lens = vec2(smoothstep(0.3, 1.0, arm), smoothstep(0.3, 1.0, -arm)) * fade * 0.75;
    } else {
        float r = length(spot);
        float breathe = 0.5 + 0.5 * sin(age * 2.4);
        float inner = fract(1.0 - age * 0.35) * radius;
        lens = crest(r - radius * 0.92, 3.0 + 2.0 * breathe) * 0.55
             + crest(r - inner, 5.0) * (0.5 * smoothstep(0.0, 0.3, inner / radius) * smoothstep(1.0, 0.8, inner / radius));
        lens.x += 0.10 * smoothstep(1.0, 0.2, r / radius) * (0.6 + 0.4 * breathe);
    }
    // Crests catch the light on the side it comes from.
    lens *= 0.72 + 0.38 * dot(normalize(spot + 1e-4), vec2(sin(rays.y), -cos(rays.y)));
    vec3 bright = mix(light.rgb, water_top.rgb, 0.25) * lens.x * 0.38 * power;
    float dark = clamp(lens.y * 0.26 * power, 0.0, 1.0);
    float a = clamp(max(max(bright.r, bright.g), bright.b), 0.0, 1.0);
    colour = vec4(bright + shade.rgb * dark * (1.0 - a), a * 0.6 + dark * (1.0 - a));
}
