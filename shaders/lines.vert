#version 450 core
// A segment as a rectangle on the screen, wide enough for its round ends, halo and smooth edge.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec4 aColour;
layout(location = 2) in vec3 bPosition;
layout(location = 3) in vec4 bColour;
uniform mat4 uToClip;
uniform vec2 uSize;
uniform float uRadius, uHalo;
noperspective out vec2 place;   // pixels along the segment from a, and across
flat out float segmentLength;   // pixels
flat out vec4 colourA, colourB;

void main() {
  vec4 a = uToClip * vec4(aPosition, 1.0), b = uToClip * vec4(bPosition, 1.0);
  float da = a.z + a.w, db = b.z + b.w;  // before the near plane when positive
  colourA = aColour;
  colourB = bColour;
  if (da <= 0.0 && db <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    place = vec2(0.0);
    segmentLength = 0.0;
    return;
  }
  vec4 p = a, q = b;
  if (da < 0.0) p = mix(a, b, da / (da - db));
  if (db < 0.0) q = mix(b, a, db / (db - da));
  vec3 start = p.xyz / p.w, end = q.xyz / q.w;
  vec2 difference = (end.xy - start.xy) * 0.5 * uSize;
  segmentLength = length(difference);
  vec2 along = segmentLength > 1e-6 ? difference / segmentLength : vec2(1.0, 0.0), across = vec2(-along.y, along.x);
  float reach = uRadius + uHalo + 1.0;
  bool atEnd = gl_VertexID >= 2;
  float side = (gl_VertexID & 1) == 0 ? -reach : reach, beyond = atEnd ? reach : -reach;
  place = vec2((atEnd ? segmentLength : 0.0) + beyond, side);
  vec2 offset = (along * beyond + across * side) / (0.5 * uSize);
  gl_Position = vec4((atEnd ? end.xy : start.xy) + offset, atEnd ? end.z : start.z, 1.0);
}
