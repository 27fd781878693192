// What a program has in place of GPX when it was built without pugixml.
#include "compute/core/error.h"
#include "compute/io/read/readers.h"
#include "compute/io/read_curve/curve_readers.h"

namespace arete {

static constexpr std::string_view kNoGpx = "this program was built without pugixml, so it cannot read GPX",
                                  kGpxHint = "install libpugixml-dev and build it again, or convert the file to CSV";

CloudFile readGpx(const Source& source) { source.refuse("", kNoGpx, kGpxHint); }

CurveFile read_curve::gpx(std::string_view, const std::string& name) {
  throw Error(ErrorKind::badInput, "cannot read the curve", name, kNoGpx, kGpxHint);
}

}  // namespace arete
