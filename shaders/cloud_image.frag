#version 450 core
// Shows a cloud that was drawn by the CPU rasteriser: colours and depths as textures of the picture's size.
layout(binding = 0) uniform sampler2D uColour;
layout(binding = 1) uniform sampler2D uDepth;
uniform int uHasDepth;
out vec4 colour;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  colour = texelFetch(uColour, pixel, 0);
  if (colour.a == 0.0) discard;
  gl_FragDepth = uHasDepth != 0 ? texelFetch(uDepth, pixel, 0).r : 1.0;
}
