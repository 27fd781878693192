#version 450 core
// A piece of a tube as a mesh of rings: half a ball, a cone, half a ball, so that there is no gap where pieces meet.
layout(location = 0) in vec4 aEnd;  // place and radius
layout(location = 1) in vec4 bEnd;
layout(location = 2) in vec4 aColour;
layout(location = 3) in vec4 bColour;
uniform mat4 uToClip;
uniform vec3 uRight, uUp, uBack;  // of the picture, in the cloud
uniform float uTimes;             // as thick as they are
uniform float uLeast;             // radius, as a share of the picture's height at unit distance
uniform int uSides, uCapRings;
out vec3 normal;  // right, up, to the viewer
out vec4 tint;

const float kHalfTurn = 3.14159265;

void main() {
  int ring = gl_VertexID / (uSides + 1), side = gl_VertexID % (uSides + 1);
  bool atB = ring > uCapRings;
  vec4 end = atB ? bEnd : aEnd;
  vec3 way = bEnd.xyz - aEnd.xyz;
  vec3 along = dot(way, way) > 0.0 ? normalize(way) : uRight;
  vec3 across = normalize(cross(along, abs(along.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
  float latitude = 0.5 * kHalfTurn * float(ring - uCapRings - (atB ? 1 : 0)) / float(uCapRings), turn = 2.0 * kHalfTurn * float(side) / float(uSides);
  vec3 outwards = cos(latitude) * (cos(turn) * across + sin(turn) * cross(along, across)) + sin(latitude) * along;
  float radius = max(end.w * uTimes, uLeast * (uToClip * vec4(end.xyz, 1.0)).w);
  gl_Position = uToClip * vec4(end.xyz + outwards * radius, 1.0);
  normal = vec3(dot(outwards, uRight), dot(outwards, uUp), dot(outwards, uBack));
  tint = atB ? bColour : aColour;
}
