#version 450 core
// A piece of a band as a rectangle on the screen around two discs, each as large as its spread there.
layout(location = 0) in vec4 aEnd;  // place and radius
layout(location = 1) in vec4 bEnd;
uniform mat4 uToClip;
uniform vec2 uSize;
uniform vec3 uRight;  // of the picture, in the cloud
uniform float uTimes;
noperspective out vec2 place;  // pixels along the piece from a, and across
flat out float pieceLength, radiusA, radiusB;  // pixels

float onScreen(vec4 end, vec4 clip) {
  vec4 beside = uToClip * vec4(end.xyz + uRight * end.w * uTimes, 1.0);
  return length((beside.xy / beside.w - clip.xy / clip.w) * 0.5 * uSize);
}

void main() {
  vec4 a = uToClip * vec4(aEnd.xyz, 1.0), b = uToClip * vec4(bEnd.xyz, 1.0);
  bool before = a.z + a.w <= 0.0 || b.z + b.w <= 0.0;  // the near plane: bands are left out there
  place = vec2(0.0);
  pieceLength = radiusA = radiusB = 0.0;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (before) return;
  radiusA = onScreen(aEnd, a);
  radiusB = onScreen(bEnd, b);
  vec3 start = a.xyz / a.w, end = b.xyz / b.w;
  vec2 difference = (end.xy - start.xy) * 0.5 * uSize;
  pieceLength = length(difference);
  vec2 along = pieceLength > 1e-6 ? difference / pieceLength : vec2(1.0, 0.0), across = vec2(-along.y, along.x);
  float reach = max(radiusA, radiusB) + 1.0;
  bool atEnd = gl_VertexID >= 2;
  float side = (gl_VertexID & 1) == 0 ? -reach : reach, beyond = atEnd ? reach : -reach;
  place = vec2((atEnd ? pieceLength : 0.0) + beyond, side);
  gl_Position = vec4((atEnd ? end.xy : start.xy) + (along * beyond + across * side) / (0.5 * uSize), atEnd ? end.z : start.z, 1.0);
}
