#include <array>

#include "compute/io/read/readers.h"

namespace arete {

using Extension = std::string_view;
static constexpr std::array<Extension, 1> kPly = {"ply"}, kPcd = {"pcd"}, kLas = {"las"}, kLaz = {"laz"}, kNpy = {"npy"}, kObj = {"obj"},
                                          kE57 = {"e57"}, kGpx = {"gpx"}, kSwc = {"swc"}, kGeoJson = {"geojson"}, kGeoPackage = {"gpkg"};
static constexpr std::array<Extension, 9> kText = {"xyz", "txt", "csv", "tsv", "pts", "asc", "dat", "tab", "survey_ascii"};
static constexpr std::array<Extension, 4> kRaw = {"f32", "f64", "raw", "bin"};

static constexpr std::array<FormatInfo, 13> kFormats = {{
    {"ply", "PLY, Stanford polygon file", kPly,
     "ASCII and binary in both byte orders; the vertices are the points, their scalar properties attributes.", looksLikePly, readPly},
    {"pcd", "PCD, Point Cloud Library", kPcd, "DATA ascii, binary and binary_compressed; packed colours are split into red, green, blue.",
     looksLikePcd, readPcd},
    {"laz", "LAZ, compressed LAS", kLaz, "As LAS, with all versions of LASzip's compressors; COPC too.", looksLikeLaz, readLas},
    {"las", "LAS, airborne LiDAR", kLas, "Versions 1.0 to 1.5, point formats 0 to 10 and extra bytes.", looksLikeLas, readLas},
    {"e57", "E57, laser scanners", kE57, "The points of every scan, turned and moved by its pose; pictures are left out.", looksLikeE57, readE57},
    {"npy", "NPY, NumPy array", kNpy, "A number array with one row per point, or a structured array with fields x, y, z.", looksLikeNpy, readNpy},
    {"obj", "OBJ, Wavefront", kObj, "The vertices are the points; vertex colours are kept.", nullptr, readObj},
    {"gpx", "GPX, tracks of GPS receivers", kGpx, "Points of tracks and routes in degrees, with track, segment, elevation and time.", looksLikeGpx,
     readGpx},
    {"geojson", "GeoJSON, lines", kGeoJson, "The vertices of LineStrings and MultiLineStrings are the points, and each line is a track.", nullptr,
     readGeoJsonLines},
    {"gpkg", "GeoPackage, lines", kGeoPackage, "The vertices of lines are the points, and each line is a track.", nullptr, readGeoPackageLines},
    {"swc", "SWC, a neuron's tree", kSwc, "The nodes are the points, with type, radius, number and parent.", nullptr, readSwc},
    {"text", "Text, one point per line", kText, "Separator, header, comments, decimal commas and coordinate columns are detected, or given.", nullptr,
     readText},
    {"raw", "Raw little-endian rows", kRaw, "Coordinates row after row, float32 (.f32, .raw, .bin) or float64 (.f64); needs the dimension.", nullptr,
     readRaw},
}};

std::span<const FormatInfo> readableFormats() { return kFormats; }

}  // namespace arete
