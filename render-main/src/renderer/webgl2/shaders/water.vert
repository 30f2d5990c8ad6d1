// A grid over the picture. The shafts are broad and soft, so they are reckoned at its corners and not at each pixel.
uniform vec2 grid; // columns, rows
out float beam;

// Shafts fan out from above the surface; the waves there open and close them.
float shafts(vec2 p) {
    float rise = tank.y * 0.9;
    float lean = (p.x - tank.x * (0.5 + 0.5 * rays.z)) / (p.y + rise) + rays.z;
    float broad = textureLod(tile, vec2(lean * 0.52 + shimmer.x, 0.13 + shimmer.y), 1.0).g;
    float narrow = textureLod(tile, vec2(lean * 1.35 - shimmer.y, 0.71 + shimmer.x), 1.0).g;
    float v = p.y / tank.y;
    return smoothstep(0.42, 0.78, broad) * smoothstep(0.30, 0.72, narrow) * exp(-2.1 * v) * (1.0 - smoothstep(0.55, 1.0, v));
}

void main() {
    vec2 unit = vec2(float(gl_VertexID >> 1), float(gl_InstanceID + (gl_VertexID & 1))) / grid;
    vec2 p = unit * tank.xy;
    gl_Position = clip(p);
    beam = rays.x > 0.0 && !from_above() ? rays.x * shafts(p) : 0.0;
}
