#version 450 core
flat in uint number;
flat in float depth;
uniform float uPointSize;
uniform float uSmallestDisc;
layout(depth_unchanged) out float gl_FragDepth;  // as it was, so the early test may stay
out uint found;

void main() {
  if (uPointSize >= uSmallestDisc) {
    vec2 fromCentre = 2.0 * floor(gl_PointCoord * uPointSize) + 1.0 - uPointSize;
    if (dot(fromCentre, fromCentre) > uPointSize * uPointSize) discard;
  }
  gl_FragDepth = depth;  // llvmpipe interpolates it across the point, and rounding would decide between equals
  found = number;
}
