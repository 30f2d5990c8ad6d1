// A fan of strips over the picture, or over a part of its height. Its edges run along the shafts of light, which are
// broad and soft: so they are reckoned at the corners of the strips and not at each pixel.
uniform vec2 grid; // columns, rows
uniform vec2 span; // the part of the height that is covered
out float beam;

// The shafts spread from a line above the surface; the waves there open and close them.
float shaft(float lean, float v) {
    float broad = textureLod(tile, vec2(lean * 0.52 + shimmer.x, 0.13 + shimmer.y), 1.0).g;
    float narrow = textureLod(tile, vec2(lean * 1.35 - shimmer.y, 0.71 + shimmer.x), 1.0).g;
    return smoothstep(0.42, 0.78, broad) * smoothstep(0.30, 0.72, narrow) * exp(-2.1 * v) * (1.0 - smoothstep(0.55, 1.0, v));
}

void main() {
    vec2 unit = vec2(float(gl_VertexID >> 1), float(gl_InstanceID + (gl_VertexID & 1))) / grid;
    float v = mix(span.x, span.y, unit.y);
    float rise = tank.y * 0.9, middle = tank.x * (0.5 + 0.5 * rays.z);
    // As far to both sides as the strips must go to reach every corner.
    float left = min(-middle / rise, -middle / (rise + tank.y));
    float right = max((tank.x - middle) / rise, (tank.x - middle) / (rise + tank.y));
    float slope = mix(left, right, unit.x);
    gl_Position = clip(vec2(middle + slope * (v * tank.y + rise), v * tank.y));
    beam = rays.x > 0.0 && !from_above() ? rays.x * shaft(slope + rays.z, v) : 0.0;
}
