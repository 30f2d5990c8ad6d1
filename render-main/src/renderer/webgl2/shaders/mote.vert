// A few specks that drift in the light; each lives on a slow path of its own.
out vec2 spot;
flat out float faint;

float scatter(float n) { return fract(sin(n * 12.9898) * 43758.547); }

void main() {
    float n = float(gl_InstanceID) + 1.0;
    vec4 r = vec4(scatter(n), scatter(n + 0.31), scatter(n + 0.57), scatter(n + 0.83));
    float t = shimmer.z;
    // Whole turns within the clock's period, so that it wraps unseen.
    vec2 turns = floor(1.0 + 5.0 * r.zw) * (2.0 * PI / 600.0);
    vec2 drifted = vec2(fract(r.x + t * floor(1.0 + 3.0 * r.w) / 600.0), r.y)
        + 0.035 * vec2(sin(t * turns.x * 4.0 + r.y * 6.3), cos(t * turns.y * 4.0 + r.x * 6.3));
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    float radius = mix(0.6, 1.9, r.z * r.z) + 0.7 / tank.z;
    faint = (0.14 + 0.30 * r.w) * (0.6 + 0.4 * sin(t * turns.x * 22.0 + r.z * 6.3))
        * (from_above() ? 0.7 : 1.0 - 0.75 * drifted.y) / (1.0 + radius * 0.4) ;
    spot = corner;
    gl_Position = clip(drifted * tank.xy + corner * radius);
}
