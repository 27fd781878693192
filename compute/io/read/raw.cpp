// Raw rows: coordinates of point after point in little-endian float32 or float64, nothing else. The dimension is not in the file.
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/cursor.h"
#include "compute/io/read/readers.h"

namespace arete {

/// points.xy.f32 and scan.xyz.f32 say their dimension in the name.
static std::optional<int> dimensionByName(const Source& source) {
  const std::string inner = std::filesystem::path(source.name()).stem().extension().string();
  if (inner == ".xy") return 2;
  if (inner == ".xyz") return 3;
  return {};
}

CloudFile readRaw(const Source& source) {
  const std::string extension = source.extension();
  const bool isDouble = extension == "f64" || (extension != "f32" && source.options().rawScalar == Scalar::float64);
  const ScalarType type = isDouble ? ScalarType::float64 : ScalarType::float32;
  const std::optional<int> dimension = source.options().dimension ? source.options().dimension : dimensionByName(source);
  if (!dimension) source.refuseOption("raw rows do not say how many coordinates a point has", "give it with --dim, e.g. --dim 3");
  const uint64_t rowBytes = sizeOf(type) * uint64_t(*dimension);
  if (source.size() % rowBytes != 0)
    source.refuse(atByte(source.size() / rowBytes * rowBytes),
                  "its " + std::to_string(source.size()) + " bytes are not a whole number of rows of " + std::to_string(rowBytes) + " bytes",
                  "check the dimension (--dim) and the type of the numbers");
  std::vector<Column> columns;
  for (int k = 0; k < *dimension; ++k) columns.push_back({type, std::endian::little, sizeOf(type) * uint64_t(k), rowBytes});
  CloudBuilder builder(source, size_t(*dimension), {});
  builder.addColumns(columns, source.size() / rowBytes);
  return std::move(builder).finish(isDouble ? "raw rows, float64" : "raw rows, float32");
}

}  // namespace arete
