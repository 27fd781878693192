#version 450 core
flat in uint number;
uniform float uPointSize;
uniform float uSmallestDisc;
out uint found;

void main() {
  if (uPointSize >= uSmallestDisc) {
    vec2 fromCentre = 2.0 * floor(gl_PointCoord * uPointSize) + 1.0 - uPointSize;
    if (dot(fromCentre, fromCentre) > uPointSize * uPointSize) discard;
  }
  found = number;
}
