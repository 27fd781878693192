#include "compute/crs/transformation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/proj/objects.h"

namespace arete {

namespace {

using proj::Context;
using proj::Object;

struct EndFactory {
  void operator()(PJ_OPERATION_FACTORY_CONTEXT* factory) const { proj_operation_factory_context_destroy(factory); }
};
struct EndList {
  void operator()(PJ_OBJ_LIST* list) const { proj_list_destroy(list); }
};

/// West, south, east and north, degrees.
struct Area {
  double west = 180, south = 90, east = -180, north = -90;
};

/// The best way that there is: also one that needs grids which are not installed, or only among those that do not. Null where there is none.
Object bestWay(const Context& context, const PJ* from, const PJ* to, PROJ_GRID_AVAILABILITY_USE grids, const Area* area = nullptr) {
  const std::unique_ptr<PJ_OPERATION_FACTORY_CONTEXT, EndFactory> factory(proj_create_operation_factory_context(context.get(), nullptr));
  if (!factory) return {};
  proj_operation_factory_context_set_grid_availability_use(context.get(), factory.get(), grids);
  proj_operation_factory_context_set_spatial_criterion(context.get(), factory.get(), PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION);
  proj_operation_factory_context_set_allow_ballpark_transformations(context.get(), factory.get(), 0);
  if (area) proj_operation_factory_context_set_area_of_interest(context.get(), factory.get(), area->west, area->south, area->east, area->north);
  const std::unique_ptr<PJ_OBJ_LIST, EndList> list(proj_create_operations(context.get(), from, to, factory.get()));
  return Object(list && proj_list_get_count(list.get()) > 0 ? proj_list_get(context.get(), list.get(), 0) : nullptr);
}

/// The first grid of an operation that is not installed; "" when all are.
std::string missingGrid(const Context& context, const PJ* operation) {
  for (int i = 0; i < proj_coordoperation_get_grid_used_count(context.get(), operation); ++i) {
    const char* name = nullptr;
    int available = 0;
    if (proj_coordoperation_get_grid_used(context.get(), operation, i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, &available) &&
        !available && name != nullptr)
      return name;
  }
  return {};
}

std::string digits(double value) { return numberText(value, 10); }

std::string howToGet(const std::string& grid) {
  return "install it in PROJ's folder ('projsync --file " + grid + "' of proj-bin), or set PROJ_NETWORK=ON";
}

}  // namespace

struct CrsTransformation::State {
  State(const Crs& from, const Crs& to, std::string_view what, std::string_view where)
      : context({std::string(what), std::string(where)}),
        abouts{aboutCrs(from), aboutCrs(to)},
        source(context.onTheGround(context.crs(from))),
        target(context.onTheGround(context.crs(to))) {
    // Ways that need a grid of PROJ's lists are left out there; one that a definition itself names is still among them.
    const Object usable = bestWay(context, source.get(), target.get(), PROJ_GRID_AVAILABILITY_DISCARD_OPERATION_IF_MISSING_GRID);
    if (!usable || !missingGrid(context, usable.get()).empty()) refuse();
    static constexpr const char* kNoGuess[] = {"ALLOW_BALLPARK=NO", nullptr};
    const Object way(proj_create_crs_to_crs_from_pj(context.get(), source.get(), target.get(), nullptr, kNoGuess));
    if (way) eastFirst.reset(proj_normalize_for_visualization(context.get(), way.get()));
    if (!eastFirst) refuse();
  }

  [[noreturn]] void refuse() const {
    const std::string between = "from " + abouts[0].text() + " to " + abouts[1].text(), complaint = context.complaint();
    const Object best = bestWay(context, source.get(), target.get(), PROJ_GRID_AVAILABILITY_IGNORED);
    if (const std::string grid = best ? missingGrid(context, best.get()) : ""; !grid.empty())
      throw Error(ErrorKind::wrongUse, context.task().what, context.task().where,
                  "the way " + between + " needs the grid " + grid + ", which is not installed", howToGet(grid));
    throw Error(ErrorKind::wrongUse, context.task().what, context.task().where,
                "PROJ knows no way " + between + (complaint.empty() ? "" : " (it says: " + complaint + ")"),
                "give the right system by --crs; GeoJSON stays in the cloud's own with --geojson-crs keep");
  }

  /// Of points on the side that is in degrees, to judge only ways that lead through there.
  void widen(std::span<const double> points, size_t width) {
    for (size_t i = 0; i + width <= points.size(); i += width) {
      area.west = std::min(area.west, points[i]), area.east = std::max(area.east, points[i]);
      area.south = std::min(area.south, points[i + 1]), area.north = std::max(area.north, points[i + 1]);
    }
  }

  Context context;
  CrsAbout abouts[2];
  Object source, target, eastFirst;
  Area area;
  double accuracy = -1;  // metres, of the way that was taken; −1: not known
};

CrsTransformation::CrsTransformation(const Crs& from, const Crs& to, std::string_view what, std::string_view where)
    : state_(std::make_unique<State>(from, to, what, where)) {}
CrsTransformation::~CrsTransformation() = default;

void CrsTransformation::apply(std::span<double> points, int dimension) {
  const size_t width = size_t(dimension), count = points.size() / width, stride = width * sizeof(double);
  if (count == 0) return;
  const std::vector<double> before(points.begin(), points.end());
  proj_trans_generic(state_->eastFirst.get(), PJ_FWD, points.data(), stride, count, points.data() + 1, stride, count, nullptr, 0, 0, nullptr, 0, 0);
  for (size_t i = 0; i < count; ++i) {
    if (std::isfinite(points[i * width]) && std::isfinite(points[i * width + 1])) continue;
    throw Error(ErrorKind::wrongUse, state_->context.task().what, state_->context.task().where,
                "the place " + digits(before[i * width]) + ' ' + digits(before[i * width + 1]) + " of " + state_->abouts[0].text() +
                    " has no place in " + state_->abouts[1].text(),
                "is this the system of the coordinates? --crs gives another");
  }
  if (state_->abouts[1].degrees) state_->widen(points, width);
  else if (state_->abouts[0].degrees) state_->widen(before, width);
  if (const Object used(proj_trans_get_last_used_operation(state_->eastFirst.get())); used)
    state_->accuracy = proj_coordoperation_get_accuracy(state_->context.get(), used.get());
}

bool CrsTransformation::has(const double* place) {
  double x = place[0], y = place[1];
  proj_trans_generic(state_->eastFirst.get(), PJ_FWD, &x, sizeof x, 1, &y, sizeof y, 1, nullptr, 0, 0, nullptr, 0, 0);
  return std::isfinite(x) && std::isfinite(y);
}

std::vector<std::string> CrsTransformation::warnings() const {
  const State& state = *state_;
  const bool knowsArea = state.area.west <= state.area.east;
  const Object best =
      bestWay(state.context, state.source.get(), state.target.get(), PROJ_GRID_AVAILABILITY_IGNORED, knowsArea ? &state.area : nullptr);
  const std::string grid = best ? missingGrid(state.context, best.get()) : "";
  const double accuracy = best ? proj_coordoperation_get_accuracy(state.context.get(), best.get()) : -1;
  if (grid.empty() || accuracy < 0 || (state.accuracy >= 0 && accuracy >= state.accuracy)) return {};
  const std::string about = state.accuracy < 0 ? "by an unknown distance" : "by about " + numberText(state.accuracy, 3) + " m";
  return {"positions may be off " + about + ": the way from " + state.abouts[0].text() + " to " + state.abouts[1].text() + " that is good to " +
          numberText(accuracy, 3) + " m needs the grid " + grid + ", which is not installed; " + howToGet(grid)};
}

}  // namespace arete
