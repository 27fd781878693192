#version 450 core
// A ball as a square through its centre that faces the viewer.
layout(location = 0) in vec4 ball;  // centre, radius
uniform mat4 uToClip;
uniform vec3 uRight, uUp;
out vec2 place;  // −1 … 1 across the ball

const float kRoom = 1.1;  // for the smooth edge

void main() {
  place = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * kRoom;
  gl_Position = uToClip * vec4(ball.xyz + (uRight * place.x + uUp * place.y) * ball.w, 1.0);
}
