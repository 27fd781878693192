#version 450 core
noperspective in vec2 place;
flat in float segmentLength;
flat in vec4 colourA, colourB;
uniform float uRadius, uHalo, uOpacity;
uniform vec4 uHaloColour;
out vec4 colour;

const float kHaloBehind = 0.002;  // depth by which a halo lies behind its line: joins stay whole, strands farther apart are set off

void main() {
  float along = clamp(place.x, 0.0, segmentLength);
  float distance = length(vec2(place.x - along, place.y));
  // Lines thinner than a pixel keep that width and grow faint instead.
  float radius = max(uRadius, 0.5), core = clamp(radius - distance + 0.5, 0.0, 1.0) * min(uRadius / 0.5, 1.0);
  float halo = uHalo > 0.0 ? clamp(radius + uHalo - distance + 0.5, 0.0, 1.0) * uHaloColour.a : 0.0;
  vec4 line = mix(colourA, colourB, segmentLength > 0.0 ? along / segmentLength : 1.0);
  float lineAlpha = core * line.a;
  float alpha = lineAlpha + halo * (1.0 - lineAlpha);
  if (alpha < 1.0 / 255.0) discard;
  colour = vec4(line.rgb * lineAlpha + uHaloColour.rgb * halo * (1.0 - lineAlpha), alpha) * uOpacity;
  gl_FragDepth = min(gl_FragCoord.z + (core > 0.5 ? 0.0 : kHaloBehind), 1.0);
}
