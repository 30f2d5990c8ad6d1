// The shadow that a fish throws on the bottom: an ellipse below it, moved aside by the slant of the light.
layout(location = 0) in vec4 places;
layout(location = 1) in vec4 headings;
layout(location = 3) in vec4 build;

out vec2 spot;          // −1 to 1 across the quad
flat out float dark;
flat out float soft;

void main() {
    vec2 at = mix(places.xy, places.zw, tank.w);
    vec2 ahead = normalize(mix(headings.xy, headings.zw, tank.w));
    float depth = build.z;
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    vec2 place;
    float high; // above the bottom, in lengths of a common fish
    vec2 half_size;
    if (from_above()) {
        high = 0.4 + 2.2 * (1.0 - depth);
        float size = build.x * (1.06 - 0.22 * depth);
        float grown = 0.10 * size * blur.x * high;
        place = at + vec2(-rays.z * 20.0, 12.0) * high * size / 40.0;
        half_size = vec2(size * 0.50, size * build.y * 0.42) + grown;
        vec2 p = corner * half_size;
        gl_Position = clip(place + ahead * p.x + vec2(ahead.y, -ahead.x) * p.y);
    } else {
        float size = build.x * (1.20 - 0.38 * depth);
        at = kept_inside(at, size, depth);
        // A fish that swims lower than its place on the sand throws its shadow right under itself.
        float row = min(max(floor_row(depth), at.y + 0.2 * size), box().w);
        float gap = row - at.y;
        high = gap / 90.0;
        float grown = (1.0 + 0.045 * gap) * blur.x;
        place = vec2(at.x - rays.z * min(gap, 120.0) * 0.25, row);
        half_size = vec2(size * mix(0.26, 0.48, abs(ahead.x)) + grown, (size * 0.10 + grown * 0.4) * (1.0 - 0.4 * depth));
        // On the sand, and on nothing else.
        half_size.y = min(half_size.y, max(box().w - row, 0.8 * (row - ground.a * tank.y)));
        gl_Position = clip(vec2(place.x + corner.x * half_size.x, min(place.y + corner.y * half_size.y, box().w)));
    }
    soft = clamp(0.35 + 0.30 * high * blur.x, 0.0, 1.0);
    float seen = from_above() ? 1.0 : water_top.a * mix(1.0, 0.55, depth);
    dark = shade.a * seen / (1.0 + 0.55 * high * high * (from_above() ? 0.12 : 1.1));
    spot = corner;
}
