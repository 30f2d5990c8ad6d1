// Outline, fins, pattern and light of one fish, from a few parameters. It is modelled as a body of round section that
// can roll: `roll.x` is how much of its flank we see (negative if it swims left), `roll.y` how much of its back.
in vec2 body;
in vec2 world;
flat in vec4 roll;
flat in vec4 trait;
flat in vec4 hide_;   // colour of the body; beat of the tail
flat in vec3 fins_;
flat in vec4 veil;
flat in vec3 left_over;
out vec4 colour;

// Plan of a species, see `species.rs`.
struct Plan {
    float pattern, fork;
    float back, belly, width, crest;       // half axes of the body, in lengths; where it is highest, 0 nose to 1 tail
    float tail, spread, stalk, sheer;      // length and half height of the tail fin; thickness of its root; translucency
    float dorsal, dorsal_at, dorsal_long, sweep; // height, beginning, length, slant of the dorsal fin
    float wing, eye;                       // length of the paired fins; size of the eye
};

Plan plan_of(int kind) {
    int i = kind * 6;
    vec4 c = species[i + 2], d = species[i + 3], e = species[i + 4], f = species[i + 5];
    return Plan(species[i].a, species[i + 1].a, c.x, c.y, c.z, c.w, d.x, d.y, d.z, d.w, e.x, e.y, e.z, e.w, f.y, f.z);
}

// How much of a pixel lies inside, by the distance to the outline (negative inside) and the size of a pixel.
float cover(float d, float pixel) { return smoothstep(0.8, -0.8, d / pixel); }

void over(inout vec4 under, vec3 c, float a) {
    under = vec4(c * a + under.rgb * (1.0 - a), a + under.a * (1.0 - a));
}

// Half height of the body along it: a snout, highest at `crest`, narrowing to the stalk.
float profile(float u, float crest, float stalk) {
    float n = clamp(1.0 - u / crest, 0.0, 1.0);
    float t = clamp((u - crest) / (1.0 - crest), 0.0, 1.0);
    float m = 1.0 - n * n;
    return u < crest ? mix(sqrt(m), m, 0.3) : mix(stalk, 1.0, 0.5 + 0.5 * cos(PI * t));
}

float smooth_max(float a, float b, float k) {
    float h = max(k - abs(a - b), 0.0) / k;
    return max(a, b) + h * h * k * 0.25;
}

// Fin on the back or under the belly; `y` is measured from the spine outwards. Distance, and height above its root.
vec2 median_fin(float u, float y, float root, float high, float from, float len, float sweep) {
    float above = max((y - root) / high, -0.3);
    float t = (u - from - sweep * above) / len;
    float front = clamp(t * 2.6, 0.0, 1.0);
    float top = mix(sqrt(front), front, 0.5) * mix(1.0, 0.42, smoothstep(0.25, 1.05, t));
    float sides = max(-t, t - 1.0) * len * 0.8;
    return vec2(smooth_max(sides, (above - top) * high, 0.05), above);
}

// Paired fin: a leaf from its root to its tip.
float leaf(vec2 p, vec2 root, vec2 tip, float fat) {
    vec2 d = tip - root;
    float t = clamp(dot(p - root, d) / dot(d, d), 0.0, 1.0);
    return length(p - root - d * t) - fat * sqrt(t) * (1.25 - t) * 1.3;
}

// Each pattern reads the tile in its own way; what one does not need, it does not loop for: software rasterisers
// reckon both sides of every branch, but no empty loop.
vec3 pattern(Plan p, vec3 hide, vec3 fins, float x, float u, float dorsal, float lateral, float seed, float eps) {
    int kind = int(p.pattern + 0.5);
    vec2 q = vec2(x, atan(lateral, dorsal) * 0.11); // around the body; the seam is under the belly
    vec2 place = kind == 3 ? q * 0.44 + vec2(seed * 5.3, seed * 9.1) : vec2(u * 0.22 + seed, dorsal * 0.10 + seed * 7.0);
    vec4 cloud = textureLod(tile, place, 0.0);

    if (kind == 1) { // bands
        float wave = sin((u * 4.1 + (cloud.g - 0.5) * 0.34 + 0.16 + dorsal * 0.08) * 2.0 * PI);
        float soft = 11.0 * eps + 0.18;
        float band = smoothstep(0.30 - soft, 0.30 + soft, wave);
        return mix(hide, mix(fins * 0.35, vec3(0.07, 0.08, 0.12), 0.6), band * 0.84 * smoothstep(-1.0, -0.5, dorsal));
    }
    if (kind == 3) { // koi: a pale ground, patches of colour, now and then ink
        vec3 pale = mix(fins, vec3(1.0, 0.98, 0.94), 0.72);
        float curdled = (cloud.a - 0.5) * 0.12;
        float soft = 0.018 + 0.5 * eps;
        float patched = smoothstep(0.50 - soft, 0.50 + soft, cloud.g + curdled + 0.13 * (fract(seed * 7.0) - 0.35));
        float ink = cos((q.x * 3.1 + seed * 40.0) + 2.0 * cos(q.y * 9.0 + seed * 23.0)) + curdled * 5.0 + 0.9 * (cloud.g - 0.5);
        float inked = smoothstep(0.62 - soft * 4.0, 0.62 + soft * 4.0, ink) * step(0.62, fract(seed * 17.0));
        vec3 c = mix(pale, hide, patched * smoothstep(-0.5, 0.0, dorsal));
        return mix(c, vec3(0.10, 0.10, 0.13), inked * smoothstep(-0.2, 0.2, dorsal));
    }
    if (kind == 4) { // neon: a line that shines, colour of the fins behind and below it
        vec3 dusk = mix(hide * 0.40, vec3(0.44, 0.48, 0.42), 0.5);
        float at = abs(dorsal - 0.20 + 0.20 * u * u);
        // Broader where it is only a pixel or two: it is what one sees of a small fish.
        float line = (1.0 - smoothstep(0.14 + 2.0 * eps, 0.32 + 4.0 * eps, at)) * smoothstep(0.10, 0.18, u);
        float red = smoothstep(0.40, 0.56, u) * (1.0 - smoothstep(-0.10, 0.16, dorsal));
        vec3 c = mix(dusk, vec3(0.84, 0.88, 0.86), 1.0 - smoothstep(-0.6, -0.05, dorsal));
        c = mix(c, fins, red * 0.95);
        return mix(c, mix(hide, vec3(0.88, 1.0, 1.0), 0.30) * 1.2, line);
    }

    vec2 g = q * 17.0 + floor(seed * 64.0); // dots, in cells
    vec2 cell = floor(g), nearer = step(0.5, fract(g)) * 2.0 - 1.0;
    float nearest = 1.0;
    int cells = kind == 2 ? 4 : 0;
    for (int i = 0; i < cells; i++) {
        vec2 there = cell + vec2(float(i & 1), float(i >> 1)) * nearer;
        // One byte of noise puts the dot off the middle each way and says its size.
        float n = texelFetch(tile, ivec2(there * vec2(17.0, 29.0)) & 255, 0).b;
        vec2 off = vec2(n, fract(n * 15.94)) - 0.5;
        nearest = min(nearest, length(g - there - 0.5 - off * 0.6) - 0.15 - 0.16 * fract(n * 63.7));
    }
    float soft = max(0.06, 15.0 * eps);
    return mix(hide, fins * 0.55, (1.0 - smoothstep(-soft, soft, nearest)) * 0.85 * smoothstep(-0.75, -0.15, dorsal));
}

// Rows of little arcs; the edge of the gill; the mouth. A factor of the skin's colour.
float scales(float u, float ny, float nz, float dorsal, float flank, float close) {
    vec2 g = vec2(u * 30.0, asin(ny) * 4.2);
    g.x += 0.5 * mod(floor(g.y), 2.0);
    float arc = smoothstep(0.50, 0.78, length(fract(g) - vec2(0.9, 0.5)));
    float shade_ = 1.0 + close * (0.035 - 0.10 * arc) * smoothstep(0.25, 0.36, u) * nz;
    float gill = abs(length(vec2((u - 0.12) * 1.2, (dorsal + 0.12) * 0.12)) - 0.128);
    shade_ *= 1.0 - close * 0.30 * (1.0 - smoothstep(0.0, 0.013, gill)) * step(0.12, u) * flank;
    float mouth = abs(dorsal + 0.26 + u * 2.0) * 0.05;
    return shade_ * (1.0 - close * 0.45 * (1.0 - smoothstep(0.0, 0.012, mouth)) * (1.0 - smoothstep(0.03, 0.06, u)) * flank);
}

// Light from above, the water's own from all around, and what the bottom throws back; `up` is −1 below to 1 above.
vec3 lit_skin(vec3 skin, float ny, float nz, float u) {
    float up = roll.x * ny;
    if (from_above()) { up = 0.62 * nz + 0.25 * ny * sin(rays.y); }
    float day = smoothstep(-1.0, 0.9, up);
    skin *= mix(mix(veil.rgb * 1.15, vec3(0.80), 0.60), vec3(1.12), day);
    float toward = max(0.0, from_above() ? 0.93 * nz + 0.30 * ny : 0.60 * up + 0.80 * nz);
    float gleam = toward * toward; // to the eighth
    gleam *= gleam; gleam *= gleam;
    skin += light.rgb * light.a * (0.13 * gleam * (1.0 - smoothstep(0.45, 1.0, u)) + 0.16 * smoothstep(0.35, 0.95, up));
    // Round as it is, the water shines around its edge.
    return mix(skin, veil.rgb, 0.30 * smoothstep(0.72, 1.0, abs(ny)));
}

// The eye of this side of the head; of a fish seen from above both show, at the edges.
void eye(inout vec4 sum, Plan p, vec2 here, vec3 hide, float stout, float inside, float fine) {
    float c = roll.x, b = roll.y, eps = roll.w;
    const float EYE_U = 0.15;
    float radius = 0.19 * p.eye * min(p.back, 0.15) + 0.40 * eps;
    float head = length(vec2(c * p.back, b * p.width)) * stout * profile(EYE_U, p.crest, p.stalk);
    float hand = abs(c) > 0.5 ? -sign(c) : (here.y >= c * 0.30 * head ? 1.0 : -1.0);
    vec2 off = here - vec2(0.5 - EYE_U * 0.76, (c * 0.30 + b * 0.94 * hand) * head);
    float r = length(off * vec2(1.0, mix(1.0, 1.35, b)));
    float show = smoothstep(-0.05, 0.3, b * 0.28 - c * 0.96 * hand) * inside;
    over(sum, mix(vec3(0.98, 0.90, 0.66), hide, 0.35), cover(r - radius, eps) * show);
    over(sum, vec3(0.04, 0.04, 0.06), cover(r - radius * 0.74, eps) * show);
    over(sum, vec3(1.0), cover(length(off - vec2(0.25, c * 0.3) * radius) - radius * 0.24, eps) * show * 0.9 * fine);
}

void main() {
    Plan p = plan_of(int(trait.x + 0.5));
    float c = roll.x, b = roll.y, eps = roll.w;
    float stout = trait.z / 0.32;
    vec3 hide = hide_.rgb, fins = fins_;
    float size = roll.z;
    float fine = smoothstep(26.0, 64.0, size);

    float x = body.x, y = body.y;
    vec2 here = body;
    float u = (0.5 - x) / 0.76; // 0 nose, 1 root of the tail
    float flank = abs(c);
    bool on_back = c >= 0.0 ? y >= 0.0 : y < 0.0;

    // Silhouette of the body for this roll.
    float high = on_back ? p.back : p.belly;
    high *= stout * profile(u, on_back ? p.crest : p.crest + 0.05, on_back ? p.stalk : p.stalk * p.back / p.belly);
    float sil = flank * high;
    if (b > 0.03) { sil = length(vec2(sil, b * p.width * stout * profile(u, p.crest - 0.06, p.stalk * 0.45))); }
    float d_body = max(abs(y) - sil, -u * 0.76);
    float steep = length(vec2(dFdx(d_body), dFdy(d_body)));
    float a_body = cover(d_body, max(steep, eps * 0.5)) * (1.0 - smoothstep(0.97, 1.10, u));

    // Light as it falls on the upright fins, and through them.
    float rise = from_above() ? 0.5 : 0.5 + 0.5 * c * sign(y) * min(1.0, abs(y) * 6.0);
    vec3 fin_lit = mix(fins, veil.rgb, 0.12) * (0.86 + 0.30 * rise);
    vec4 sum = vec4(0.0);

    if (x < -0.19) {
        // Tail fin: it stands upright, so a fish seen from above shows it edge on, but never quite.
        float stand = sqrt(c * c + 0.16 * b * b);
        float t = (-0.20 - x) / p.tail;
        float ty = y / (stand * stout);
        float wide_t = clamp(t - 0.08, 0.0, 1.3);
        float open = p.stalk * p.back * 0.95 + p.spread * mix(wide_t, sqrt(wide_t), 0.35);
        float rim = min(abs(ty) / p.spread, 1.3);
        float end = mix(1.0 - 0.18 * rim * rim, 0.56 + 0.46 * rim * sqrt(rim), p.fork);
        float d = smooth_max((abs(ty) - open) * stand, max(t - end, -t) * p.tail, 0.035);
        float ray = 0.5 + 0.5 * sin(ty / (0.05 + max(t, 0.0) * 0.42) * 36.0);
        float rayed = smoothstep(30.0, 70.0, size * stand);
        float clear = smoothstep(0.0, 0.9, t) * (0.20 + 0.42 * p.sheer) * mix(0.75, 0.55 + 0.45 * ray, rayed);
        vec3 tint = mix(hide, fin_lit, smoothstep(-0.1, 0.35, t));
        over(sum, tint * (1.0 - 0.12 * rayed * ray) * (1.02 + 0.12 * hide_.a * flank), cover(d, eps) * (1.0 - clear));
    }

    // Dorsal and anal fin, in the same upright plane; and the pelvic fins.
    float lift = smoothstep(0.10, 0.45, flank);
    if (lift > 0.0 && abs(y) > sil * 0.6) {
        float root = high * 0.9;
        float tall = (on_back ? p.dorsal : p.dorsal * 0.74) * stout;
        float from = on_back ? p.dorsal_at : p.dorsal_at + 0.26;
        vec2 fin = median_fin(u, abs(y) / flank, root, tall, from, p.dorsal_long * (on_back ? 1.0 : 0.66), p.sweep);
        float ray = 0.5 + 0.5 * sin((u - p.sweep * fin.y) * 120.0);
        float clear = (0.20 + 0.42 * p.sheer) * smoothstep(-0.2, 0.9, fin.y) * mix(0.75, 0.55 + 0.45 * ray, fine);
        over(sum, fin_lit * (1.0 - 0.12 * fine * ray), cover(fin.x * flank, eps) * lift * (1.0 - clear));
        vec2 hip = vec2(0.06, c * -0.80 * p.belly * stout);
        over(sum, fin_lit * 0.94, cover(leaf(here, hip, hip + vec2(-0.10, c * -0.075), 0.034), eps) * lift * (1.0 - 0.35 * p.sheer));
    }

    // Paired fins: this side's; under the body if it is the far side, over it if it is the near one.
    float a_wing = 0.0, near = 0.0;
    if (x < 0.24 && x > -0.16) {
        vec2 shoulder = vec2(0.20, c * -0.36 * p.belly);
        float hand = y >= shoulder.y ? 1.0 : -1.0;
        near = smoothstep(-0.15, 0.35, -c * hand);
        float flap = 0.02 * trait.w;
        // A fish that turns towards us folds them.
        float aside = hand * b * (from_above() ? 1.0 : 0.4);
        vec2 root = shoulder + vec2(0.0, hand * b * p.width * 0.8);
        vec2 tip = root + vec2(-0.09 - 0.35 * p.wing, c * (-0.05 - flap) + aside * (p.wing + flap));
        a_wing = cover(leaf(here, root, tip, 0.026 + 0.13 * p.wing * (0.45 + 0.55 * b)), eps) * (1.0 - 0.40 * p.sheer);
        over(sum, fin_lit * 0.90, a_wing * (1.0 - near));
    }

    float dorsal = 0.3;
    if (a_body > 0.0) {
        // Normal of the round section, then where on the fish that is.
        float ny = clamp(y / max(sil, 1e-4), -1.0, 1.0);
        float nz = sqrt(1.0 - ny * ny);
        dorsal = c * ny + b * nz;
        float lateral = b * ny - c * nz;
        vec3 skin = pattern(p, hide, fins, x, u, dorsal, lateral, trait.y, eps);
        skin = mix(skin, vec3(1.0, 0.985, 0.95), (p.pattern > 3.5 ? 0.12 : 0.42) * (1.0 - smoothstep(-0.95, -0.15, dorsal)));
        skin *= 1.0 - 0.24 * smoothstep(0.25, 0.95, dorsal) * (1.0 - 0.65 * b);
        if (size > 40.0) { skin *= scales(u, ny, nz, dorsal, flank, smoothstep(40.0, 84.0, size)); }
        over(sum, lit_skin(skin, ny, nz, u), a_body);
    }

    over(sum, fin_lit * 1.08, a_wing * near * 0.85);
    if (x > 0.26) { eye(sum, p, here, hide, stout, max(a_body, b * step(d_body, 0.05)), fine); }

    vec3 lit = sum.rgb;
    if (detail.z > 0.5) { lit *= glinted(world * 1.6, caustics.x * 0.34 * clamp(dorsal * 0.9 + 0.2, 0.0, 1.0)); }
    lit *= left_over * mix(vec3(1.0), light.rgb, 0.35) * (0.62 + 0.38 * light.a);
    lit = mix(lit, veil.rgb * sum.a, veil.a);
    colour = vec4(min(lit, vec3(sum.a)), sum.a);
}
