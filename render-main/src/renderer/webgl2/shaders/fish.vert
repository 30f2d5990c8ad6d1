// A fish is a strip along its spine. The strip is bent here; its outline is drawn by the fragment shader.
layout(location = 0) in vec4 places;  // previous and current position
layout(location = 1) in vec4 headings; // previous and current heading, unit vectors
layout(location = 2) in vec4 manner;  // previous phase, advance, bend, state
layout(location = 3) in vec4 build;   // length, half width, depth, hue
layout(location = 4) in vec4 marks;   // lightness, species, pattern seed

uniform vec3 share; // depths that are drawn, from and to; axis along which the copy across a torus' seam lies, 0 for none

out vec2 body;          // along and across the fish, in lengths: nose at 0.5, up its own left side
out vec2 world;
flat out vec4 roll;     // flank and back share of the view; pixels per length; a pixel in lengths, larger where it is hazy
flat out vec4 trait;    // species, seed, half width, flap of the fins
flat out vec4 hide_;    // colour of the body; beat of the tail, −1 to 1
flat out vec3 fins_;    // colour of the fins
flat out vec4 veil;     // the water's colour in front of the fish, and how much of it
flat out vec3 left_over; // of each channel, after the water

const float TAIL = -0.66;

// A little of another hue (turned about the grey axis) and lightness, each fish its own.
vec3 shifted(vec3 c) {
    float a = radians(build.w);
    vec3 grey = vec3(0.57735);
    c = c * cos(a) + cross(grey, c) * sin(a) + grey * dot(grey, c) * (1.0 - cos(a));
    return clamp(c + marks.x / 100.0, 0.0, 1.0);
}

// Half height of the strip: as little as holds body and fins, for what is empty costs as much as what is not.
float reach_at(int kind, float x, float s, float c, float b) {
    vec4 body_ = species[kind + 2], tail = species[kind + 3], ends = species[kind + 5];
    float middle = length(vec2(c * ends.x, b * (body_.z * 0.8 + ends.y + 0.05)));
    middle *= min(1.0, 0.36 + 2.4 * s) * (1.0 - 0.62 * smoothstep(0.0, 0.12, ends.w - x));
    float t = clamp((-0.12 - x) / tail.x, 0.0, 1.2);
    float stand = sqrt(c * c + 0.16 * b * b);
    return max(middle, stand * (tail.z * body_.x + 0.02 + tail.y * mix(t, sqrt(t), 0.35)));
}

void main() {
    int kind = int(marks.y + 0.5) * 6;
    float alpha = tank.w;
    vec2 at = mix(places.xy, places.zw, alpha);
    vec2 ahead = normalize(mix(headings.xy, headings.zw, alpha));
    float phase = manner.x + manner.y * alpha;
    float depth = build.z;
    float size = build.x * (from_above() ? 1.12 - 0.24 * depth : 1.20 - 0.38 * depth);

    bool hidden = depth < share.x || depth >= share.y;
    if (share.z > 0.5) {
        int axis = int(share.z) - 1;
        float over = at[axis] < size ? 1.0 : at[axis] > tank[axis] - size ? -1.0 : 0.0;
        at[axis] += over * tank[axis];
        hidden = hidden || over == 0.0;
    }
    if (hidden) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }

    at = kept_inside(at, size, depth);
    // Seen from the side a fish keeps nearly level, however it climbs or dives; where its heading passes the vertical it
    // turns towards us and shows its back, shortened: so nothing flips when it turns round.
    float c = 0.0, lengthwise = 1.0;
    if (!from_above()) {
        c = ahead.x * inversesqrt(ahead.x * ahead.x + 0.03) * 1.0149;
        ahead = vec2(c, ahead.y * (0.35 + 0.31 * abs(c)));
        lengthwise = min(length(ahead), 1.0);
        ahead = normalize(ahead);
    }
    vec2 across = vec2(ahead.y, -ahead.x);
    float b = sqrt(max(0.0, 1.0 - c * c));

    float s = float(gl_VertexID >> 1) / detail.x;
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    float x = mix(0.52, TAIL, s);

    // Travelling wave, growing to the tail (carangiform); what of it lies in the picture depends on the roll.
    float pace = distance(places.xy, places.zw) / max(build.x, 1.0);
    float vigour = clamp(0.35 + 9.0 * pace, 0.35, 1.25);
    float grow = 0.018 - 0.05 * s + 0.155 * s * s;
    float wave = grow * vigour * sin(phase - 4.6 * s);
    float slope = (vigour * ((-0.05 + 0.31 * s) * sin(phase - 4.6 * s) - 4.6 * grow * cos(phase - 4.6 * s))) / -1.18;
    float seen = mix(0.38, 1.0, b);
    float curl = manner.z * mix(0.16, 0.30, b);
    float q = s - 0.38;
    float sway = wave * seen - curl * q * q;
    float tilt = slope * seen + 2.0 * curl * q / 1.18;
    // What lies out of the picture shortens the tail.
    float out_of_plane = slope * (1.0 - b);
    x += 0.45 * out_of_plane * out_of_plane * smoothstep(0.45, 1.0, s) * 0.35;

    // Water between us and the fish blurs it.
    float eps = (1.0 + 1.1 * depth) / (size * tank.z);
    float reach = reach_at(kind, x, s, c, b) * build.y / 0.32 + 1.5 * eps;
    vec2 normal = normalize(across - ahead * tilt);
    vec2 local = ahead * (x * lengthwise) + across * sway + normal * (side * reach);
    world = at + local * size;
    gl_Position = clip(world);

    body = vec2(mix(0.52, TAIL, s), side * reach);
    roll = vec4(c, b, size * tank.z, eps);
    trait = vec4(marks.y, marks.z, build.y, sin(phase * 0.5 + marks.z * 40.0));
    hide_ = vec4(shifted(species[kind].rgb), sin(phase - 4.2));
    fins_ = shifted(species[kind + 1].rgb);
    float v = at.y / tank.y;
    float through = from_above() ? 0.15 + 0.7 * depth : 0.04 + 0.75 * depth + 0.16 * (v + 0.5);
    left_over = transmitted(through * water_top.a);
    vec3 water = water_at(from_above() ? 0.5 : 0.2 + 0.5 * v);
    veil = vec4(water, (1.0 - exp(-(0.10 + depth) * (0.30 + 0.9 * water_deep.a))) * 0.72 * water_top.a);
}
