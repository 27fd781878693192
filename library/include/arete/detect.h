// Ridge detection: the curve, or the network of curves, that a cloud's points lie along.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arete/cloud.h"
#include "arete/control.h"

namespace arete::compute {

/// `automatic`: an NVIDIA GPU where there is one, else the CPU, which also takes over when the GPU fails. `cuda` where none can be used is an Error
/// (wrongUse). The answer is the same, bit for bit.
enum class Backend { automatic, cpu, cuda };

struct DetectOptions {
  double r1 = 0;         ///< the radius of the detection, in units of the coordinates; 0: suggested by the cloud
  double r2 = 0;         ///< the radius in which points are joined; 0: 2 · r1
  bool network = false;  ///< with junctions, ends and loops, in 2D and 3D; else lines without branches
  Backend backend = Backend::automatic;
  int threads = 0;                                     ///< of the CPU; 0: all. The answer is the same
  std::map<std::string, std::string> parameters = {};  ///< others, by the flags of `arete-cli detect` without dashes in front: {"tolerance", "0.01"}
  std::vector<std::string> versions = {};  ///< ids of versions (docs/versions.md), of stages of detections, at most one each; else the defaults
};

/// What a detection has found, after its last step or an earlier one; never changes. Cheap to copy; any number of threads may use one. Indices are of
/// points(), from 0. One that was moved from holds nothing, as a Cloud.
class Curve {
 public:
  ARETE_API int dimension() const;
  ARETE_API uint32_t size() const;                  ///< number of chosen points, m
  ARETE_API std::vector<double> points() const;     ///< m · d, row after row, in the units of the cloud
  ARETE_API std::vector<uint64_t> origins() const;  ///< m indices of the cloud's points that they started from
  /// Ascending pairs, each edge once; empty before the last step.
  ARETE_API std::vector<std::array<uint32_t, 2>> edges() const;
  /// Every edge is on exactly one chain; chains end at ends and junctions. A closed one repeats its first point at its end. Empty before the last
  /// step.
  ARETE_API std::vector<std::vector<uint32_t>> chains() const;
  ARETE_API double length() const;      ///< of all edges, in the units of the cloud
  ARETE_API double r1() const;          ///< that was used
  ARETE_API bool finished() const;      ///< whether this is after the last step
  ARETE_API uint32_t step() const;      ///< from 0
  ARETE_API std::string stage() const;  ///< of that step: "choose", "evolve", …
  /// SHA-256 of the bits of points and edges, in hex: equal on every machine and backend. "" before the last step.
  ARETE_API std::string hash() const;
  /// What computed it, e.g. "CPU, 2 threads (…)".
  ARETE_API std::string device() const;

  struct Inside;  ///< the library's own
  explicit Curve(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  const Inside& inside() const;

 private:
  std::shared_ptr<const Inside> inside_;
};

/// Throws Error: wrongUse for options that contradict themselves, and for a cloud without two distinct points where r1 is to be suggested;
/// outOfMemory, deviceLost (where cuda was asked for), cancelled.
ARETE_API Curve detect(const Cloud& cloud, const DetectOptions& options = {}, const Control& control = {});

/// A detection that is made step by step. One thread at a time; another one each time is fine.
class Steps {
 public:
  ARETE_API explicit Steps(const Cloud& cloud, const DetectOptions& options = {});
  ARETE_API ~Steps();
  ARETE_API Steps(Steps&&) noexcept;
  ARETE_API Steps& operator=(Steps&&) noexcept;

  /// Makes the next step; false, and nothing is done, after the last one. A step that was cancelled is made by the next call. Throws like detect(),
  /// except that a GPU that fails is not replaced.
  ARETE_API bool next(const Control& control = {});
  /// What the last step has left. Throws Error (wrongUse) before the first one.
  ARETE_API const Curve& now() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

struct WriteOptions {
  std::string format = {};          ///< an id (`arete-cli detect --help`); empty: by the path's extension
  std::string crs = {};             ///< of the coordinates; empty: the cloud's. They are not transformed, except for GeoJSON
  std::string swcLoops = "refuse";  ///< SWC: "cut" makes the weakest edge of each loop a comment
};

/// Writes the curve in the units of the cloud: PLY, OBJ, CSV, GeoJSON, GeoPackage, DXF, SVG, SWC, GraphML, VTP … Whole or not at all. Returns what
/// the format could not take, a sentence each. Throws Error (wrongUse, io, cancelled).
ARETE_API std::vector<std::string> write(const Curve& curve, const std::string& path, const WriteOptions& options = {}, const Control& control = {});

}  // namespace arete::compute
