#include "compute/crs/about_crs.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/crs/proj/objects.h"

namespace arete {

namespace {

using proj::Context;
using proj::Object;

std::string textOf(const char* text) { return text == nullptr ? "" : text; }

/// By the number that it gives itself, or else by that of the same system in EPSG's list: files of Esri have none.
std::pair<std::string, int64_t> numberOf(const Context& context, const PJ* crs) {
  std::pair<std::string, int64_t> result;
  const auto take = [&](const PJ* object) {
    const std::string authority = textOf(proj_get_id_auth_name(object, 0)), code = textOf(proj_get_id_code(object, 0));
    const auto number = numberFrom<int64_t>(code);
    if (authority.empty() || !number) return false;
    result = {authority, *number};
    return true;
  };
  if (take(crs)) return result;
  constexpr int kSure = 90;  // of 100: the same but for the names of what it is made of
  int* sure = nullptr;
  PJ_OBJ_LIST* list = proj_identify(context.get(), crs, "EPSG", nullptr, &sure);
  if (list != nullptr && proj_list_get_count(list) > 0 && sure[0] >= kSure) take(Object(proj_list_get(context.get(), list, 0)).get());
  proj_int_list_destroy(sure);
  proj_list_destroy(list);
  return result;
}

std::string wktOf(const Context& context, const PJ* crs) {
  static constexpr const char* kOneLine[] = {"MULTILINE=NO", nullptr};
  const std::string first = textOf(proj_as_wkt(context.get(), crs, PJ_WKT1_GDAL, kOneLine));
  return first.empty() ? textOf(proj_as_wkt(context.get(), crs, PJ_WKT2_2019, kOneLine)) : first;
}

/// Axis k of a system.
void findAxis(const Context& context, const PJ* crs, int k, std::string& name, double& metres) {
  const Object axes(proj_crs_get_coordinate_system(context.get(), crs));
  double factor = 0;
  const char* unit = nullptr;
  if (!axes || proj_cs_get_axis_count(context.get(), axes.get()) <= k) return;
  if (!proj_cs_get_axis_info(context.get(), axes.get(), k, nullptr, nullptr, nullptr, &factor, &unit, nullptr, nullptr)) return;
  name = textOf(unit);
  metres = factor;
}

/// Of a system without heights.
void findUnit(const Context& context, const PJ* ground, CrsAbout& about) {
  const PJ_TYPE type = proj_get_type(ground);
  about.degrees = type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS;
  about.isMap = about.degrees || type == PJ_TYPE_PROJECTED_CRS || type == PJ_TYPE_OTHER_CRS;
  findAxis(context, ground, 0, about.unit, about.metres);
  if (about.degrees) about.metres = 0;
}

/// Finds the heights of a system of their own, or of the third axis of the one for places.
void findHeights(const Context& context, const Object& whole, const PJ* ground, CrsAbout& about) {
  constexpr int kThird = 2;
  if (const Object heights = context.ofHeights(Object(proj_clone(context.get(), whole.get()))); heights) {
    about.heights = textOf(proj_get_name(heights.get()));
    findAxis(context, heights.get(), 0, about.heightUnit, about.heightMetres);
    return;
  }
  findAxis(context, ground, kThird, about.heightUnit, about.heightMetres);
  if (about.heightMetres > 0) about.heights = "above the ellipsoid";
}

CrsAbout aboutIn(const Context& context, const Crs& crs) {
  CrsAbout about;
  const Object whole = context.crs(crs);
  about.name = textOf(proj_get_name(whole.get()));
  std::tie(about.authority, about.code) = numberOf(context, whole.get());
  about.wkt = wktOf(context, whole.get());
  Object ground = context.onTheGround(context.crs(crs));
  if (proj_get_type(ground.get()) == PJ_TYPE_BOUND_CRS) ground.reset(proj_get_source_crs(context.get(), ground.get()));
  findUnit(context, ground.get(), about);
  findHeights(context, whole, ground.get(), about);
  if (about.heights.empty() || about.heightMetres == 0) about.groundId = about.id();
  else if (const auto [authority, code] = numberOf(context, ground.get()); !authority.empty())
    about.groundId = authority + ':' + std::to_string(code);
  return about;
}

/// What was found out before: tiles of a survey have one system, and to look it up in EPSG's list takes as long as 100 000 points of LAZ.
class KnownSystems {
 public:
  CrsAbout about(const Crs& crs) {
    const char* const database = std::getenv("PROJ_DATA");  // another one may say something else
    const std::pair key(std::string(database == nullptr ? "" : database), crs.definition);
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = known_.find(key); found != known_.end()) return found->second;
    }
    CrsAbout about = aboutIn(Context({"cannot tell the coordinate system", ""}), crs);
    const std::lock_guard lock(mutex_);
    constexpr size_t kMost = 64;
    if (known_.size() >= kMost) known_.clear();
    known_.emplace(key, about);
    return about;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, CrsAbout> known_;
};

}  // namespace

std::string_view projMissing() { return {}; }

CrsAbout aboutCrs(const Crs& crs) {
  static KnownSystems known;
  return known.about(crs);
}

std::string esriWkt(const Crs& crs) {
  static constexpr const char* kOneLine[] = {"MULTILINE=NO", nullptr};
  const Context context({"cannot write the coordinate system", ""});
  const Object whole = context.crs(crs), ground = context.onTheGround(context.crs(crs));
  const std::string both = textOf(proj_as_wkt(context.get(), whole.get(), PJ_WKT1_ESRI, kOneLine));
  return both.empty() ? textOf(proj_as_wkt(context.get(), ground.get(), PJ_WKT1_ESRI, kOneLine)) : both;
}

Crs crsFrom(std::string_view text) {
  if (text == "none") return {};
  const Crs crs = {std::string(text)};
  try {
    const Context context({"no such coordinate system", ""});
    const CrsAbout about = aboutIn(context, crs);
    if (!about.isMap)
      throw Error(ErrorKind::wrongUse, "no such coordinate system", "", about.text() + " does not say where x and y are",
                  "give a system of a map or of longitude and latitude, as in EPSG:28992");
    const Object own = context.crs(crs);
    return proj_get_id_code(own.get(), 0) != nullptr && !about.id().empty() ? Crs{about.id()} : crs;
  } catch (const Error& error) {
    throw Error(error.kind() == ErrorKind::badInput ? ErrorKind::wrongUse : error.kind(), error.failed(), error.where(), error.reason(),
                error.hint());
  }
}

bool sameCrs(const Crs& a, const Crs& b) {
  if (a == b) return true;
  if (!a.known() || !b.known()) return false;
  const Context context({"cannot compare coordinate systems", ""});
  const Object first = context.onTheGround(context.crs(a)), second = context.onTheGround(context.crs(b));
  return proj_is_equivalent_to_with_ctx(context.get(), first.get(), second.get(), PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0;
}

}  // namespace arete
