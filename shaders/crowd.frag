#version 450 core
// A picture that the CPU made, over what is there: colours premultiplied by alpha, 0 where nothing is.
layout(binding = 0) uniform sampler2D uPicture;
out vec4 colour;

void main() { colour = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0); }
