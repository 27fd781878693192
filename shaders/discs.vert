#version 450 core
layout(location = 0) in vec3 position;
uniform mat4 uToClip;
uniform vec2 uSize;
uniform float uRadius, uOutline;
uniform float uInFront;  // depth by which discs lie before the lines through them, or behind them when negative
noperspective out vec2 place;  // pixels from the centre

void main() {
  vec4 centre = uToClip * vec4(position, 1.0);
  place = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (uRadius + uOutline + 1.0);
  if (centre.z + centre.w <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec3 window = centre.xyz / centre.w;
  gl_Position = vec4(window.xy + place / (0.5 * uSize), max(window.z - 2.0 * uInFront, -1.0), 1.0);
}
