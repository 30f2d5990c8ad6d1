// What fingers left on the water: rings, stirred water, the ring of a call.
layout(location = 0) in vec4 place;  // middle; half the stroke's segment
layout(location = 1) in vec4 trace;  // kind; radius; strength × life; age

out vec2 spot;        // world units from the middle
flat out vec4 mark;
flat out vec2 stroke;

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    spot = corner * (trace.y * 1.25 + length(place.zw));
    mark = trace;
    stroke = place.zw;
    gl_Position = clip(place.xy + spot);
}
