// What a program knows of coordinate systems when it was built without PROJ: the words that they are given in.
#include <vector>

#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/crs/about_crs.h"
#include "compute/crs/heights.h"
#include "compute/crs/transformation.h"

namespace arete {

static constexpr std::string_view kInstall = "install libproj-dev and build it again";

std::string_view projMissing() { return "this program was built without PROJ"; }

CrsAbout aboutCrs(const Crs& crs) {
  CrsAbout about;
  const std::string& words = crs.definition;
  const size_t colon = words.find(':');
  const auto code = colon == words.npos ? std::nullopt : numberFrom<int64_t>(std::string_view(words).substr(colon + 1));
  if (crs == kWgs84) about.name = "WGS 84", about.degrees = true;  // what GPX and GeoJSON are in by their definition
  if (code) about.authority = words.substr(0, colon), about.code = *code;
  else if (words.find('[') != words.npos) about.wkt = words;
  if (const size_t quote = words.find('"'); !code && quote != words.npos)
    about.name = words.substr(quote + 1, words.find('"', quote + 1) - quote - 1);
  return about;
}

std::string esriWkt(const Crs&) { return {}; }

Crs crsFrom(std::string_view text) {
  if (text == "none") return {};
  const Crs crs = {std::string(text)};
  const CrsAbout about = aboutCrs(crs);
  if (about.authority.empty() && about.wkt.empty())
    throw Error(ErrorKind::wrongUse, "no such coordinate system", "", '"' + crs.definition + "\" is not understood: " + std::string(projMissing()),
                "give its number, as in EPSG:28992");
  return crs;
}

bool sameCrs(const Crs& a, const Crs& b) { return a == b; }

HeightsWay heightsWay(const Crs&, const Crs& to) { return {to}; }

struct CrsTransformation::State {};

CrsTransformation::CrsTransformation(const Crs&, const Crs&, std::string_view what, std::string_view where) {
  throw Error(ErrorKind::wrongUse, what, where, projMissing(),
              std::string(kInstall) + "; GeoJSON stays in the cloud's own system with --geojson-crs keep");
}
CrsTransformation::~CrsTransformation() = default;
void CrsTransformation::apply(std::span<double>, int) {}
bool CrsTransformation::has(const double*) { return false; }
std::vector<std::string> CrsTransformation::warnings() const { return {}; }

}  // namespace arete
