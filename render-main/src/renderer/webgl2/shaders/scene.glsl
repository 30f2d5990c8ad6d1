// What every pass knows. The first four vectors change with each picture, the rest with the configuration.
layout(std140) uniform Scene {
    vec4 tank;       // width, height in world units; device pixels per world unit; alpha between two steps
    vec4 drift;      // offsets of the two layers of caustics, in tiles
    vec4 shimmer;    // offsets of the two layers of shafts, in tiles; clock of the motes, seconds; 1 if seen from above
    vec4 detail;     // segments of a fish; motes; 1 if fish show caustics; unused
    vec4 water_top;  // colour; opacity of the water
    vec4 water_deep; // colour; absorption
    vec4 light;      // colour; strength
    vec4 rays;       // strength of the shafts; angle of the light; its tangent; unused
    vec4 ground;     // colour of the bottom; where it begins, as a fraction of the height from above
    vec4 caustics;   // strength; tiles per world unit; contrast of the bottom's grain; unused
    vec4 shade;      // colour of shadows; opacity
    vec4 blur;       // softness of shadows; 1 if there are walls of glass; unused
    vec4 species[16 * 6];
};

uniform sampler2D tile; // red: caustics; green: clouds; blue: grain; alpha: curdled noise; repeats without a seam

const float PI = 3.14159265;

bool from_above() { return shimmer.w > 0.5; }

/// World units to clip space.
vec4 clip(vec2 world) {
    vec2 p = world / tank.xy * 2.0 - 1.0;
    return vec4(p.x, -p.y, 0.0, 1.0);
}

/// The water's own colour at a height, 0 the surface to 1 the lower edge.
vec3 water_at(float v) {
    v = clamp(v, 0.0, 1.0);
    // Mixed as light, not as codes: the middle stays clear instead of grey.
    vec3 top = water_top.rgb * water_top.rgb, deep = water_deep.rgb * water_deep.rgb;
    return sqrt(mix(top, deep, v * (1.75 - 0.75 * v)));
}

/// What of each channel is left after so much water: Beer–Lambert, red goes first.
vec3 transmitted(float distance) {
    return exp(-water_deep.a * distance * vec3(1.25, 0.34, 0.16));
}

/// Light that the waves focus on a place: 1 on average, ridges above, gaps below.
float focused(vec2 place, float strength) {
    vec2 p = place * caustics.y;
    float a = textureLod(tile, p + drift.xy, 0.0).r;
    float b = textureLod(tile, vec2(p.y, -p.x) * 0.77 + drift.zw, 0.0).r;
    // Both nets show, and they flash where they meet.
    return 1.0 + strength * ((0.34 * (a + b) + min(a, b)) * 2.6 - 0.60);
}

/// Light that glints on the surface from below, between the glass (0) and the back wall (1).
float glitter(float x, float back) {
    float far = 1.0 / (1.15 - back);
    vec2 p = vec2((x - 0.5 * tank.x) * far, far * 110.0) * vec2(0.35, 1.0) * caustics.y;
    float a = textureLod(tile, p + drift.xy * 2.0, 1.0).r;
    float b = textureLod(tile, vec2(p.x, -p.y) * 1.3 + drift.zw * 2.0, 1.0).r;
    return (2.0 * a * b + 0.05) * (1.0 - back);
}

/// Focused light of one layer, for small things.
float glinted(vec2 place, float strength) {
    return 1.0 + strength * (textureLod(tile, place * caustics.y + drift.xy, 0.0).r * 2.6 - 0.56);
}

/// The place on the floor that is seen in a row (0 at the horizon to 1 at the lower edge) of a bottom seen obliquely.
vec2 floor_place(float x, float row) {
    float far = 1.0 / (row + 0.22);
    return vec2((x - 0.5 * tank.x) * far * 0.62, -far * tank.y * 0.86);
}

/// The tank is a box that is seen from the front: width of its side walls in the picture, row of the water's surface at
/// the glass and at the back wall, row where the sand meets the glass.
vec4 box() {
    float sand = ground.a < 0.999 ? 0.968 : 1.0, line = min(0.024 * tank.y, 18.0);
    return vec4(blur.y * min(0.07 * tank.x, 0.10 * tank.y), line, line + min(0.04 * tank.y, 32.0), sand * tank.y);
}

/// How far a place is from where a side wall and the back wall, or the sand, meet: negative on the wall.
float off_wall(vec2 p) {
    vec4 b = box();
    float seen = clamp((p.y - b.y) / (b.z - b.y), 0.0, 1.0) * clamp((b.w - p.y) / (b.w - ground.a * tank.y + 1e-3), 0.0, 1.0);
    return min(p.x, tank.x - p.x) - b.x * seen;
}

/// Row of the sand: 0 at the back wall, 1 at the glass.
float sand_row(float y) { return (y / tank.y - ground.a) / (box().w / tank.y - ground.a); }

/// How much of the caustics a place of the sand takes: the net fades where it would be finer than the pixels.
float netted(vec2 p) {
    float row = sand_row(p.y);
    return 0.85 * smoothstep(0.06, 0.5, row) * (1.0 - smoothstep(0.97, 1.0, row)) * smoothstep(0.0, 0.02 * tank.y, off_wall(p));
}

float squared(float v) { return v * v; }

/// Where something is drawn: glass and surface keep it whole, and what is far off keeps from the side walls.
vec2 kept_inside(vec2 at, float size, float depth) {
    if (from_above() || blur.y < 0.5) { return at; }
    vec4 b = box();
    float beside = min(0.5 * size + 0.35 * depth * b.x, 0.25 * tank.x);
    float above = min(mix(b.y, b.z, 0.5 * depth) + 0.34 * size, 0.25 * tank.y);
    float below = min(tank.y - b.w + 0.2 * size, 0.25 * tank.y);
    at.x += (squared(max(2.0 * beside - at.x, 0.0)) - squared(max(2.0 * beside - tank.x + at.x, 0.0))) / (4.0 * beside);
    at.y += squared(max(2.0 * above - at.y, 0.0)) / (4.0 * above) - squared(max(2.0 * below - tank.y + at.y, 0.0)) / (4.0 * below);
    return at;
}

/// Where the bottom below something lies: its row, by how far from the glass it is.
float floor_row(float depth) {
    float near = 1.0 - depth;
    return mix(tank.y * ground.a, box().w, 0.16 + 0.70 * near * (0.45 + 0.55 * near));
}
