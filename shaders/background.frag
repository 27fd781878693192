#version 450 core
// A vertical gradient over the whole picture, dithered by half a step so that it shows no bands.
uniform vec4 uTop, uBottom;
uniform vec2 uRows;  // rows of the picture below the part drawn, and in all
out vec4 colour;

float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }  // interleaved gradient noise, Jimenez 2014

void main() {
  float t = (gl_FragCoord.y + uRows.x) / uRows.y;
  colour = mix(uBottom, uTop, t) + (noise(gl_FragCoord.xy) - 0.5) / 255.0;
}
