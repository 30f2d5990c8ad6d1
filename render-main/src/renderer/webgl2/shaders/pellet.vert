// A pellet, or its shadow.
layout(location = 0) in vec4 places;
layout(location = 1) in vec4 state;   // radius, freshness, resting, depth

uniform float as_shadow;
out vec2 spot;
flat out vec2 look; // freshness or darkness; pixel as a fraction of the radius
flat out vec3 left_over;

void main() {
    vec2 at = mix(places.xy, places.zw, tank.w);
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    float radius = max(state.x * (0.55 + 0.45 * state.y), 0.9 / tank.z);
    at = kept_inside(at, 2.0 * radius, 0.0);
    vec2 half_size = vec2(radius + 1.0 / tank.z);
    look = vec2(state.y, 1.0 / (tank.z * half_size.x));
    if (as_shadow > 0.5) {
        float row = floor_row(state.w);
        float gap = from_above() ? 10.0 * (1.0 - state.z) : max(0.0, row - at.y) * (1.0 - state.z);
        at = from_above() ? at + vec2(-rays.z * 0.8, 0.9) * (gap + radius)
                          : vec2(at.x - rays.z * min(gap, 120.0) * 0.25, state.z > 0.5 ? at.y + radius * 0.7 : row);
        half_size = (half_size * 1.15 + 0.06 * gap * blur.x) * (from_above() ? vec2(1.0) : vec2(1.0, 0.5));
        look.x = shade.a * state.y * (from_above() ? 1.0 : water_top.a) / (1.0 + 0.02 * gap);
    }
    left_over = transmitted(0.1 + 0.4 * at.y / tank.y);
    spot = corner;
    gl_Position = clip(at + corner * half_size);
}
