#include "app/window/command_line.h"

#include <cstdio>
#include <cstdlib>

#include <QCommandLineParser>

#include "compute/engine/engine.h"

namespace arete {

namespace {

[[noreturn]] void refuse(const QString& message) {
  std::fprintf(stderr, "arete: %s\nTry 'arete --help'.\n", qPrintable(message));
  std::exit(2);  // wrong use
}

double radius(const QString& text) {
  bool number = false;
  const double value = text.toDouble(&number);
  if (!number || !(value > 0)) refuse("'" + text + "' is not a radius: give a number above 0");
  return value;
}

QSize size(const QString& text) {
  const QStringList sides = text.split('x');
  bool width = false, height = false;
  const QSize value = sides.size() == 2 ? QSize(sides[0].toInt(&width), sides[1].toInt(&height)) : QSize();
  if (!width || !height || value.isEmpty()) refuse("'" + text + "' is not a size: give one like 1920x1080");
  return value;
}

uint32_t position(const QString& text) {
  if (text == "end") return Engine::kToTheEnd;
  bool number = false;
  const uint32_t step = text.toUInt(&number);
  if (!number) refuse("'" + text + "' is not a step: give a number or 'end'");
  return step;
}

}  // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Open a point cloud, watch ridge detection find the curve in it, export the curve.\n"
                                   "Without a screen, 'arete-cli' does the same work.");
  parser.addPositionalArgument("FILE", "Point cloud (PLY, PCD, LAS, NPY, OBJ, text, raw) or session (.arete) to open.", "[FILE]");
  const QCommandLineOption r1("r1", "Radius of choose and evolve, in the cloud's units; suggested from the data if not given.", "RADIUS");
  const QCommandLineOption r2("r2", "Radius of decimate and order; twice R1 if not given.", "RADIUS");
  const QCommandLineOption runTo("run-to", "Go to a step, or to the 'end', after opening.", "STEP");
  const QCommandLineOption picture("picture", "Save the picture (PNG) and quit.", "FILE");
  const QCommandLineOption screenshot("screenshot", "Save the whole window (PNG) and quit.", "FILE");
  const QCommandLineOption pictureSize("picture-size", "Size of the picture in pixels, also larger than the window.", "WIDTHxHEIGHT");
  const QCommandLineOption windowSize("window-size", "Size of the window.", "WIDTHxHEIGHT");
  const QCommandLineOption scale("scale", "Points, lines and text of the picture are drawn this much larger.", "FACTOR", "1");
  const QCommandLineOption white("white", "White background, for print.");
  const QCommandLineOption noPanels("no-panels", "Hide the panels on the picture.");
  const QCommandLineOption show("show", "Show a layer: cloud, balls, links, removed, trails, curve, chosen, axes. May be repeated.", "LAYER");
  const QCommandLineOption hide("hide", "Hide a layer. May be repeated.", "LAYER");
  const QCommandLineOption colourBy("colour-by", "Colour the cloud by uniform, height, depth, chosen, or an attribute's name.", "WHAT");
  const QCommandLineOption look("look", "Look from front, back, left, right, top, bottom or isometric.", "FROM");
  const QCommandLineOption software("software-points", "Draw points on the CPU, whatever the graphics card.");
  const QCommandLineOption hardware("hardware-points", "Draw points with OpenGL, also where that computes on the CPU.");
  const QCommandLineOption benchmark("benchmark-frames", "Move the picture for so many frames, print what their parts took, and quit.", "FRAMES");
  parser.addOptions({r1, r2, runTo, picture, screenshot, pictureSize, windowSize, scale, white, noPanels, show, hide, colourBy, look});
  parser.addOptions({software, hardware, benchmark});
  const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
  if (!parser.parse(arguments)) refuse(parser.errorText());
  if (parser.isSet(help)) std::printf("%s", qPrintable(parser.helpText())), std::exit(0);
  if (parser.isSet(version)) std::printf("arete %s\n", ARETE_VERSION), std::exit(0);
  if (parser.positionalArguments().size() > 1) refuse("one file at a time, please");

  CommandLine line;
  line.file = parser.positionalArguments().value(0);
  if (parser.isSet(r1)) line.r1 = radius(parser.value(r1));
  if (parser.isSet(r2)) line.r2 = radius(parser.value(r2));
  if (parser.isSet(runTo)) line.runTo = position(parser.value(runTo));
  line.picture = parser.value(picture);
  line.screenshot = parser.value(screenshot);
  if (parser.isSet(pictureSize)) line.pictureSize = size(parser.value(pictureSize));
  if (parser.isSet(windowSize)) line.windowSize = size(parser.value(windowSize));
  if (parser.isSet(benchmark)) line.benchmarkFrames = int(radius(parser.value(benchmark)));
  line.scale = radius(parser.value(scale));
  line.whiteTheme = parser.isSet(white);
  line.hidePanels = parser.isSet(noPanels);
  line.show = parser.values(show);
  line.hide = parser.values(hide);
  line.colourBy = parser.value(colourBy);
  line.look = parser.value(look);
  if (parser.isSet(software)) line.points = PointsPath::software;
  if (parser.isSet(hardware)) line.points = PointsPath::hardware;
  return line;
}

}  // namespace arete
