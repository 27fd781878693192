#version 450 core
// A point of the cloud. Moved onto the pixel grid so that it covers the very pixels that the CPU rasteriser covers.
layout(location = 0) in float x;
layout(location = 1) in float y;
layout(location = 2) in float z;
uniform mat4 uToClip;
uniform vec2 uSize;
uniform float uPointSize;
flat out uint number;

void main() {
  vec4 clip = uToClip * vec4(x, y, z, 1.0);
  vec2 window = (clip.xy / clip.w * 0.5 + 0.5) * uSize;
  vec2 centre = floor(window - 0.5 * uPointSize + 0.5) + 0.5 * uPointSize;
  gl_Position = vec4((centre / uSize * 2.0 - 1.0) * clip.w, clip.zw);
  gl_PointSize = uPointSize;
  number = uint(gl_VertexID);
}
