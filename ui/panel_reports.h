// What the panels get besides the session and the frame, each from a part of the window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arete {

struct ParamInfo;

/// What a parameter took that is left to the program.
struct AutomaticValue {
  const ParamInfo* info = nullptr;
  std::string text;  ///< "map", "8"
};

/// What is known of the cloud that is open, and of what was found in it.
struct CloudReport {
  uint64_t points = 0;
  std::string unit;                       ///< of lengths: "m", "°"; "" where it is not known
  std::vector<AutomaticValue> automatic;  ///< of the parameters that are left to the program, as far as they are known
};

/// A line of the quality panel, when a reference curve is known.
struct QualityLine {
  std::string label, unit, help;  ///< help: a sentence, the tooltip
  double value = 0;
};

/// What the curve explains of the cloud.
struct ExplanationReport {
  struct Share {
    uint64_t points = 0, beyond = 0;
  };
  bool known = false, searching = false;
  bool shown = false;               ///< the cloud is coloured by it
  uint64_t points = 0, beyond = 0;  ///< beyond: farther from the curve than the reach
  double reachInR1 = 0;
  std::vector<Share> components;  ///< the first ones
  size_t otherComponents = 0;
};

/// What computes and what draws, for the device section.
struct DeviceReport {
  std::string gpu;       ///< its name; "" where none can compute
  std::string whyNoGpu;  ///< driver missing, no device, built without CUDA
  std::string notice;    ///< what went wrong with the GPU; the CPU went on
  int multiprocessors = 0;
  uint64_t memoryUsed_bytes = 0, memoryTotal_bytes = 0;  ///< of the GPU, by all programs; 0 while it is not in use
  std::string renderer;                                  ///< OpenGL's
  std::string points;                                    ///< how the cloud's points are drawn
  std::string pointsHelp;                                ///< a sentence more: how they get to OpenGL, why not otherwise
};

/// A file that is being read.
struct LoadingReport {
  std::string name;     ///< of the file
  double seconds = 1;   ///< since when
  double fraction = 0;  ///< 0…1
  std::string text;     ///< "12.3 of 80 MB, 1.2 million points, 4 s left"
};

struct FailureReport {
  std::string failed;   ///< the first words of the message: the heading; "" where they are none
  std::string message;  ///< what, where, why
  std::string hint;     ///< what to do
  std::string unread;   ///< the file that could perhaps be read if the user said how, else ""
};

/// The range of R1, and its suggested value.
struct RadiusAdvice {
  double suggested = 0;                          ///< 0 when unknown
  std::string because;                           ///< how it was found: a sentence
  bool toBeSearched = false, searching = false;  ///< it takes a while, and begins when it is asked for
  std::string said;                              ///< for a moment: what became of R1, where the program changed it or found no reason to
  double largest = 1;                            ///< upper end of radius sliders: a quarter of the diagonal or so
  double smallest = 1e-3;
};

/// A word that points at a place of the picture.
struct Callout {
  double x = 0, y = 0;  ///< logical pixels
  std::string text;
};

/// Files to open with one click.
struct FileLists {
  std::vector<std::string> recent, examples;
};

}  // namespace arete
