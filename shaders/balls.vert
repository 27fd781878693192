#version 450 core
// A ball as a square through its centre that faces the viewer.
layout(location = 0) in vec3 position;
uniform mat4 uToClip;
uniform vec3 uRight, uUp;
uniform float uRadius;
out vec2 place;  // −1 … 1 across the ball

const float kRoom = 1.1;  // for the smooth edge

void main() {
  place = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * kRoom;
  gl_Position = uToClip * vec4(position + (uRight * place.x + uUp * place.y) * uRadius, 1.0);
}
