#version 450 core
// Shows an image of points: numbers and depths as two textures or as one buffer of words; only seen points look their colour up.
layout(binding = 0) uniform usampler2D uNumber;
layout(binding = 1) uniform sampler2D uDepth;
layout(std430, binding = 0) readonly buffer Colours { uint colours[]; };  // a colour per point, or the table for depth
layout(std430, binding = 1) readonly buffer Words { uvec2 words[]; };     // number, bits of the depth
uniform int uRowLength;   // of the words; 0: textures
uniform int uMode;        // 0 uniform, 1 a colour per point, 2 by depth
uniform vec4 uUniform;
uniform vec4 uDistances;  // at depth 0 and 1, then where the colours begin and end
uniform int uPerspective;
out vec4 colour;

const uint kNobody = 0xFFFFFFFFu;
const float kGrain = 0.3;
const int kTableSize = 256;

float grain(uint number) {  // as in render/points/shading.cpp
  uint x = number * 0x9E3779B9u;
  x = (x ^ x >> 15) * 0x85EBCA6Bu;
  return 1.0 - kGrain + kGrain * float(x >> 24) / 255.0;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint number;
  float depth;
  if (uRowLength > 0) {
    uvec2 word = words[pixel.y * uRowLength + pixel.x];
    number = word.x;
    depth = uintBitsToFloat(word.y);
  } else {
    number = texelFetch(uNumber, pixel, 0).r;
    depth = texelFetch(uDepth, pixel, 0).r;
  }
  if (number == kNobody) discard;
  if (uMode == 1) {
    colour = unpackUnorm4x8(colours[number]);
  } else if (uMode == 2) {
    float near = uDistances.x, far = uDistances.y;
    float distance = uPerspective != 0 ? near * far / (far - depth * (far - near)) : near + depth * (far - near);
    float t = clamp((distance - uDistances.z) / max(uDistances.w - uDistances.z, 1e-30), 0.0, 1.0);
    colour = unpackUnorm4x8(colours[int(t * float(kTableSize - 1) + 0.5)]);
  } else {
    colour = vec4(uUniform.rgb * grain(number), uUniform.a);
  }
  gl_FragDepth = depth;
}
