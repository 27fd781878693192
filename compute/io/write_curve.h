// Curve files. One row per format: the export dialog, the command line, its help and the tests walk the same table.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/short_coordinate.h"
#include "compute/crs/crs.h"
#include "compute/engine/frame.h"
#include "compute/files/text_file.h"
#include "compute/measures/bodies/bodies.h"

namespace arete {

/// Where an SWC file begins: a node, the one nearest to a place (file coordinates), or, with neither, at the soma or the thickest end (bodyRoots).
struct SwcRoot {
  std::optional<uint32_t> node;
  std::vector<double> place;
};
/// "17", or "4.5,3,1". Throws Error(wrongUse).
SwcRoot swcRootFrom(std::string_view text);
/// "refuse" or "cut", and "open" as that was called: CurveOptions::swcCutsLoops. Throws Error(wrongUse).
bool swcCutsLoopsFrom(std::string_view text);

/// What some formats want to know besides the curve.
struct CurveOptions {
  Crs crs = {};                  ///< of the coordinates
  bool geojsonKeepsCrs = false;  ///< GeoJSON in the system of the cloud, not in WGS 84
  SwcRoot swcRoot = {};
  bool swcCutsLoops = false;                           ///< SWC: the weakest edge of each loop becomes a comment; else a curve with one is refused
  const NetworkSupport* support = nullptr;             ///< how sure the curve is, where that is known
  double leastSupport = 0;                             ///< edges of less support, where it is known, are left out
  std::function<std::vector<NodeBody>()> bodies = {};  ///< per node its cross-section; may be empty; asked for by formats that write it
  double step = 0;                                     ///< > 0: lines in even steps of about this length, with other nodes (write/resample.h)
  bool bodyColumns = false;                            ///< radii go into every format that has a place for them, not into SWC alone
};

inline const CurveOptions kPlainCurve = {};

/// What the writers see: the curve in file coordinates.
struct CurveInput {
  const Curve& curve;
  const PointCloud::Origin& origin;
  const CurveOptions& options = kPlainCurve;
  std::vector<std::string>* warnings = nullptr;  ///< may be null
  std::span<const NodeBody> bodies = {};         ///< of all nodes, or of none

  void warn(std::string sentence) const {
    if (warnings) warnings->push_back(std::move(sentence));
  }
  const NetworkSupport* support() const { return options.support; }
  int dimension() const { return curve.nodes.dimension(); }
  /// Local coordinate + origin, in double; 0 for axes that the curve lacks.
  double coordinate(uint32_t node, int k) const { return k < dimension() ? curve.nodes.coordinate(node, k) + origin[size_t(k)] : 0; }
  /// The same with the fewest digits that reproduce the local coordinate: this is written.
  double written(uint32_t node, int k) const {
    return k < dimension() ? shortCoordinate(curve.nodes.scalar(), curve.nodes.coordinate(node, k), origin[size_t(k)]) : 0;
  }
};

struct CurveFormat {
  std::string_view id;
  std::string_view label;      ///< for dialogs
  std::string_view extension;  ///< without the dot
  std::string_view help;       ///< one sentence: what is in the file and who reads it
  int axes;                    ///< coordinates per point that it can hold; further ones are left out
  bool loosePoints;            ///< whether chosen points without an edge are kept
  bool loops;                  ///< whether it can hold what is no tree; where not, that is refused
  bool support;                ///< whether it holds how sure nodes and edges are
  bool radii;                  ///< whether it holds the radii of nodes
  void (*write)(const CurveInput&, TextFile&);
  void (*check)(const CurveOptions&, std::string_view where) = nullptr;  ///< throws what can be said before there is a curve; may be null
  bool prjBeside = false;                                                ///< whether the coordinate system goes into a file beside it
};

std::span<const CurveFormat> curveFormats();

/// The row of a format, or of a path's extension where `formatId` is empty. Throws Error(wrongUse) when there is none, or this program was built
/// without it.
const CurveFormat& curveFormat(const std::filesystem::path& path, std::string_view formatId = {}, const CurveOptions& options = kPlainCurve);

/// Writes a curve in file coordinates; all or nothing (compute/files/atomic_file.h). The format is that of `formatId`, or of the path's
/// extension when empty. A curve of one dimension gets y = 0 where a format cannot do without. Returns warnings: what the format
/// could not take. Throws Error(wrongUse) with the known formats or what does not fit the one wanted, Error(io) when writing fails, Cancelled while
/// it waits for a pipe.
std::vector<std::string> writeCurve(const std::filesystem::path& path, const Curve& curve, const PointCloud::Origin& origin,
                                    std::string_view formatId = {}, std::stop_token stop = {}, const CurveOptions& options = kPlainCurve);
/// The same of what a detection found: its curve, or the consensus where the job asks for one, with how sure that is where the frame knows it.
std::vector<std::string> writeCurve(const std::filesystem::path& path, const Frame& frame, std::string_view formatId = {}, std::stop_token stop = {},
                                    CurveOptions options = {});

}  // namespace arete
