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
        float row = floor_row(depth);
        float gap = max(0.0, row - at.y);
        high = gap / 90.0;
        float size = build.x * (1.10 - 0.34 * depth);
        float grown = (2.0 + 0.10 * gap) * blur.x;
        place = vec2(at.x - rays.z * gap * 0.55, row);
        float along = mix(0.34, 0.52, abs(ahead.x));
        half_size = vec2(size * along + grown, (size * 0.13 + grown * 0.45) * (0.65 + 0.35 * (1.0 - depth)));
        gl_Position = clip(place + corner * half_size);
    }
    soft = clamp(0.35 + 0.30 * high * blur.x, 0.0, 1.0);
    float seen = from_above() ? 1.0 : water_top.a * mix(1.0, 0.45, depth);
    dark = shade.a * seen / (1.0 + 0.55 * high * high * (from_above() ? 0.12 : 0.5));
    spot = corner;
}
