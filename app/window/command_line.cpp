#include "app/window/command_line.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <QCommandLineParser>

#include "app/window/file_places.h"
#include "app/window/language.h"
#include "compute/core/error.h"
#include "compute/io/file_heads.h"
#include "compute/io/filter_flags.h"
#include "compute/io/path_guard.h"
#include "compute/io/read_flags.h"
#include "compute/neighbours/knn/contract.h"

namespace arete {

namespace {

[[noreturn]] void refuse(const QString& message) {
  std::fprintf(stderr, "arete: %s\nTry 'arete --help'.\n", qPrintable(message));
  std::exit(2);  // wrong use
}

/// Of --help and --version.
[[noreturn]] void answer(const QString& text) {
  std::printf("%s", qPrintable(text));
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) std::exit(0);
  std::fprintf(stderr, "arete: cannot write: standard output: %s\n", std::strerror(errno));
  std::exit(1);
}

template <class Target>
QCommandLineOption optionOf(const Flag<Target>& flag) {
  QStringList names;
  for (const std::string& name : flag.names) names << toQt(name);
  return QCommandLineOption(names, toQt(flag.help), toQt(flag.value));
}

template <class Target>
void take(const QCommandLineParser& parser, const Flag<Target>& flag, Target& target) {
  const QString name = toQt(flag.names.back());
  if (!parser.isSet(name)) return;
  try {
    if (flag.value.empty()) flag.set(target, "");
    for (const QString& value : flag.value.empty() ? QStringList() : parser.values(name)) flag.set(target, value.toStdString());
  } catch (const Error& error) {
    const std::string what = error.reason().empty() ? error.failed() : error.failed() + ": " + error.reason();
    refuse("--" + name + ": " + toQt(what) + ": " + toQt(error.hint()));
  }
}

QSize size(const QString& text) {
  try {
    const auto [width, height] = sizeFrom(text.toStdString());
    return {width, height};
  } catch (const Error& error) {
    refuse(toQt(error.failed()) + ": " + toQt(error.hint()));
  }
}

int frames(const QString& text) {
  bool number = false;
  const int count = text.toInt(&number);
  if (!number || count < 1) refuse("'" + text + "' is not a number of frames");
  return count;
}

uint64_t memoryFrom(const QString& text) {
  ParamValues values;
  try {
    values.setText(kMaxMemoryParam, text.toStdString());
  } catch (const Error& error) {
    refuse("--max-memory: " + toQt(error.reason()) + ": " + toQt(error.hint()));
  }
  constexpr int kMegabyte = 20;  // as a power of two
  return uint64_t(values.get(kMaxMemoryParam)) << kMegabyte;
}

void takeRace(const QString& what, const QString& place, CommandLine& line) {
  try {
    line.race = raceWish(what.toStdString());
  } catch (const Error& error) {
    refuse("--race: " + toQt(error.reason()) + ": " + toQt(error.hint()));
  }
  bool number = false;
  const uint32_t step = place.toUInt(&number);
  line.raceAtTime = place == "time";
  if (number) line.raceStep = step;
  else if (!place.isEmpty() && !line.raceAtTime) refuse("--race-place: '" + place + "' is neither a step nor 'time'");
}

void guardFiles(const CommandLine& line, const FilterWish& filter) {
  std::vector<PathUse> uses = {
      {line.wish.picture, PathRole::output}, {line.screenshot.toStdString(), PathRole::output}, {line.inputRecord.toStdString(), PathRole::output}};
  const std::filesystem::path frames = line.wish.animation.folder;
  uses.push_back({std::filesystem::is_directory(frames) ? frames / "0001.png" : frames, PathRole::output});
  uses.push_back({line.wish.animation.film, PathRole::output});
  for (const QString& file : line.files) uses.push_back({file.toStdString(), PathRole::input});
  for (const std::filesystem::path& file : filter.polygonFiles) uses.push_back({file, PathRole::input});
  try {
    guardPaths(uses);
  } catch (const Error& error) {
    refuse(QString::fromUtf8(error.what()));
  }
}

}  // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      "Open a point cloud, watch ridge detection find the curve in it, export the curve.\n"
      "Without a screen, 'arete --offscreen' draws pictures and 'arete-cli' does the rest of the work.");
  parser.addPositionalArgument(
      "FILE", "Point cloud (PLY, PCD, LAS, LAZ, NPY, OBJ, text, raw) or session (.arete) to open; several clouds become one.", "[FILE…]");
  for (const PictureFlag& flag : pictureFlags()) parser.addOption(optionOf(flag));
  for (const FilterFlag& flag : filterFlags()) parser.addOption(optionOf(flag));
  for (const ReadFlag& flag : readFlags()) parser.addOption(optionOf(flag));
  const QCommandLineOption offscreen("offscreen", "Draw the picture without a window or a screen, on the GPU where there is one.");
  const QCommandLineOption screenshot("screenshot", "Save the whole window (PNG) and quit.", "FILE");
  const QCommandLineOption windowSize("window-size", "Size of the window.", "WIDTHxHEIGHT");
  const QCommandLineOption language(
      "language", "Language of the window: " + languages().join(", ") + ". Files and messages on the terminal stay English.", "CODE");
  const QCommandLineOption noPanels("no-panels", "Hide the panels on the picture.");
  const QCommandLineOption benchmark("benchmark-frames", "Move the picture for this many frames, print the times of their parts, and quit.",
                                     "FRAMES");
  const QCommandLineOption gaps("benchmark-gaps", "Print the longest times without a response of the window while opening and running; then quit.");
  const QCommandLineOption versionFile(
      "version-file", "A .cpp or .cu file with a version of yours: it is compiled, compared with the reference, timed, and watched.", "SOURCE");
  const QCommandLineOption race(
      "race", "Compare versions of a stage, or values of a parameter, side by side: evolve=cpu.brute_force,cpu.accelerated.", "WHAT=ID,ID,...");
  const QCommandLineOption racePlace("race-place", "Where their views stand: a step, or 'time', when the first of them has ended.", "PLACE");
  const QCommandLineOption maxMemory(
      "max-memory",
      "What points may take, in MB or as 8G; default: what the machine has free. Points of larger files stay on the disk: "
      "some of them are shown, and curves are found in all.",
      "MEMORY");
  const QCommandLineOption scratch("scratch", "Where points of larger files are kept meanwhile (default: /var/tmp).", "FOLDER");
  const QCommandLineOption record("record-input", "Write down what mouse and keyboard do, so that a test can do it again.", "FILE");
  parser.addOptions(
      {record, offscreen, maxMemory, scratch, screenshot, windowSize, language, noPanels, benchmark, gaps, versionFile, race, racePlace});
  const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
  if (!parser.parse(arguments)) refuse(parser.errorText());
  if (parser.isSet(help)) answer(parser.helpText());
  if (parser.isSet(version)) answer("arete " ARETE_VERSION "\n");

  CommandLine line;
  line.files = parser.positionalArguments();
  line.file = line.files.value(0);
  for (const QString& file : line.files)
    if (line.files.size() > 1 && file.endsWith(".arete")) refuse("'" + file + "' is a session: it names its clouds itself, so give it alone");
  FilterWish filter;
  for (const FilterFlag& flag : filterFlags()) take(parser, flag, filter);
  for (const PictureFlag& flag : pictureFlags()) take(parser, flag, line.wish);
  for (const ReadFlag& flag : readFlags()) take(parser, flag, line.read);
  line.offscreen = parser.isSet(offscreen);
  line.screenshot = parser.value(screenshot);
  line.inputRecord = parser.value(record);
  if (parser.isSet(maxMemory)) line.memory.allowed_bytes = memoryFrom(parser.value(maxMemory));
  line.memory.scratch = parser.value(scratch).toStdString();
  if (parser.isSet(windowSize)) line.windowSize = size(parser.value(windowSize));
  if (parser.isSet(benchmark)) line.benchmarkFrames = frames(parser.value(benchmark));
  line.benchmarkGaps = parser.isSet(gaps);
  line.language = parser.value(language);
  if (parser.isSet(language) && !languages().contains(line.language))
    refuse("--language: '" + line.language + "' is none of " + languages().join(", "));
  line.versionFiles = parser.values(versionFile);
  if (line.offscreen && !line.versionFiles.isEmpty()) refuse("--version-file needs the window: 'arete-cli' takes it too");
  line.hidePanels = parser.isSet(noPanels);
  if (parser.isSet(race)) takeRace(parser.value(race), parser.value(racePlace), line);
  if (line.offscreen && (line.file.isEmpty() || (line.wish.picture.empty() && !line.wish.animation.wanted())))
    refuse("--offscreen draws a FILE into a picture: give both, as in 'arete --offscreen cloud.ply -o picture.png'");
  if (line.wish.animation.wanted() && !line.offscreen) refuse("--animation needs --offscreen; in the window there is File > Export Animation");
  try {
    if (line.offscreen) checkOutputs(line.wish);
  } catch (const Error& error) {
    refuse(toQt(error.failed()) + ": " + toQt(error.hint()));
  }
  guardFiles(line, filter);
  try {
    line.filter = filter.filter([&] { return line.file.isEmpty() ? Crs() : crsOfFile(line.file.toStdString(), line.read, {}); });
  } catch (const Error& error) {
    refuse(QString::fromUtf8(error.what()));
  }
  return line;
}

}  // namespace arete
