// The C interface: the C++ library behind handles, codes and text. Nothing is thrown through it.
#include "arete/arete.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "arete/compute.h"
#include "library/inside.h"

namespace lib = arete::compute;

struct arete_error {
  arete_code code;
  std::string text;
};

struct arete_stop {
  std::stop_source source;
};

struct arete_cloud {
  lib::Cloud cloud;
  std::vector<std::string> warnings = cloud.warnings(), attributes = cloud.attributes();
  std::string crs = cloud.crs();
};

struct arete_curve {
  lib::Curve curve;
  std::string hash = curve.hash();
  std::vector<std::vector<uint32_t>> chains = curve.chains();
  size_t edges = curve.edges().size();
};

struct arete_neighbours {
  lib::NeighboursWithin found;
};

namespace {

using lib::Fault;

static_assert(ARETE_BAD_INPUT == int(Fault::badInput) + 1 && ARETE_WRONG_USE == int(Fault::wrongUse) + 1 && ARETE_IO == int(Fault::io) + 1 &&
              ARETE_OUT_OF_MEMORY == int(Fault::outOfMemory) + 1 && ARETE_DEVICE_LOST == int(Fault::deviceLost) + 1 &&
              ARETE_INTERNAL == int(Fault::internal) + 1 && ARETE_CANCELLED == int(Fault::cancelled) + 1);

/// Where there is no memory even for the error, the code alone says so.
arete_code fail(arete_error** error, arete_code code, const char* text) noexcept {
  if (error == nullptr) return code;
  try {
    *error = new arete_error{code, text};
  } catch (const std::bad_alloc&) {
    *error = nullptr;
  }
  return code;
}

/// Runs `work`; what it throws becomes code and text.
template <class Work>
arete_code guarded(arete_error** error, Work&& work) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    lib::translated(std::forward<Work>(work));
    return ARETE_OK;
  } catch (const lib::Error& thrown) {
    return fail(error, arete_code(int(thrown.fault()) + 1), thrown.what());
  } catch (const std::exception& thrown) {
    return fail(error, ARETE_OUT_OF_MEMORY, thrown.what());
  }
}

[[noreturn]] void refuse(std::string_view failed, std::string_view where, const std::string& reason, std::string_view hint) {
  throw arete::Error(arete::ErrorKind::wrongUse, failed, where, reason, hint);
}

/// What the pointer points to. Throws arete::Error for NULL.
template <class T>
T& given(T* pointer, std::string_view where) {
  if (pointer == nullptr) refuse("cannot call the library", where, "it is NULL", "give an object that was made and not freed");
  return *pointer;
}

std::string textOf(const char* text, std::string_view where) { return &given(text, where); }

lib::Control controlOf(const arete_stop* stop) { return {stop == nullptr ? std::stop_token() : stop->source.get_token(), {}}; }

/// Calls `take(name, value)` for each "name=value", its name with - for _.
template <class Take>
void eachOption(const char* const* options, Take&& take) {
  for (; options != nullptr && *options != nullptr; ++options) {
    const std::string text = *options;
    const size_t equals = text.find('=');
    if (equals == text.npos || equals == 0) refuse("cannot take this option", text, "it is no name=value", "write it like r1=8.5");
    std::string name = text.substr(0, equals);
    std::ranges::replace(name, '_', '-');
    take(name, text.substr(equals + 1));
  }
}

[[noreturn]] void refuseOption(const std::string& name, std::string_view known) {
  refuse("no such option", name, "known are " + std::string(known), "leave it out");
}

int threadsFrom(const std::string& text) {
  arete::ParamValues values;
  values.setText(arete::kThreadsParam, text);
  return int(values.get(arete::kThreadsParam));
}

lib::Backend backendFrom(const std::string& text) {
  static constexpr std::string_view kNames[] = {"auto", "cpu", "cuda"};  // in the order of Backend
  const auto found = std::ranges::find(kNames, text);
  if (found == std::end(kNames)) refuse("no such backend", text, "it is none", "give auto, cpu or cuda");
  return lib::Backend(found - std::begin(kNames));
}

std::vector<std::string> listFrom(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char each : text)
    if (each == ',') parts.emplace_back();
    else parts.back() += each;
  return parts;
}

lib::ReadOptions readOptions(const char* const* options) {
  lib::ReadOptions read;
  eachOption(options, [&](const std::string& name, const std::string& value) {
    if (name == "columns") read.columns = listFrom(value);
    else if (name == "where") read.where = value;
    else if (name == "track-column") read.trackColumn = value;
    else if (name == "crs") read.crs = value;
    else if (name == "threads") read.threads = threadsFrom(value);
    else refuseOption(name, "columns, where, track-column, crs, threads");
  });
  return read;
}

lib::DetectOptions detectOptions(const char* const* options) {
  lib::DetectOptions detect;
  eachOption(options, [&](const std::string& name, const std::string& value) {
    if (name == "backend") detect.backend = backendFrom(value);
    else if (name == "version") detect.versions.push_back(value);
    else detect.parameters[name] = value;
  });
  return detect;
}

lib::WriteOptions writeOptions(const char* const* options) {
  lib::WriteOptions write;
  eachOption(options, [&](const std::string& name, const std::string& value) {
    if (name == "format") write.format = value;
    else if (name == "crs") write.crs = value;
    else if (name == "swc-loops") write.swcLoops = value;
    else refuseOption(name, "format, crs, swc-loops");
  });
  return write;
}

lib::SearchOptions searchOptions(const char* const* options) {
  lib::SearchOptions search;
  eachOption(options, [&](const std::string& name, const std::string& value) {
    if (name == "backend") search.backend = backendFrom(value);
    else if (name == "version") search.version = value;
    else if (name == "threads") search.threads = threadsFrom(value);
    else refuseOption(name, "backend, version, threads");
  });
  return search;
}

/// Copies all values into an array of the caller's. Throws arete::Error where they are more than its room.
template <class T, class From>
void copyInto(const std::vector<From>& values, T* target, size_t room) {
  if (room < values.size())
    refuse("cannot fill the array", "room", "there are " + std::to_string(values.size()) + " values and room for " + std::to_string(room),
           "make the array larger");
  if (values.empty()) return;
  std::ranges::copy(values, &given(target, "array"));
}

const char* textAt(const std::vector<std::string>& texts, size_t index) { return index < texts.size() ? texts[index].c_str() : nullptr; }

/// A view of rows; none for a count that no array has.
std::span<const double> rowsAt(const double* rows, size_t count, int dimension, std::string_view where) {
  if (count != 0) given(rows, where);
  if (dimension < 1 || dimension > arete::kMaxDimension || count > UINT32_MAX)
    refuse("cannot take these points", where, std::to_string(count) + " of dimension " + std::to_string(dimension) + " are out of range",
           "give at most 4 294 967 293 points of 1 to 16 coordinates");
  return {rows, count * size_t(dimension)};
}

}  // namespace

const char* arete_version(void) { return lib::version(); }

arete_code arete_error_code(const arete_error* error) { return error == nullptr ? ARETE_OK : error->code; }
const char* arete_error_text(const arete_error* error) { return error == nullptr ? "" : error->text.c_str(); }
void arete_error_free(arete_error* error) { delete error; }

arete_stop* arete_stop_new(void) {
  try {
    return new arete_stop;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void arete_stop_request(arete_stop* stop) {
  if (stop != nullptr) stop->source.request_stop();
}
void arete_stop_free(arete_stop* stop) { delete stop; }

arete_code arete_read(const char* path, const char* const* options, arete_stop* stop, arete_cloud** cloud, arete_error** error) {
  return guarded(error, [&] {
    auto*& target = given(cloud, "cloud");
    target = new arete_cloud{lib::read(textOf(path, "path"), readOptions(options), controlOf(stop))};
  });
}

arete_code arete_cloud_from(const double* rows, size_t points, int dimension, arete_cloud** cloud, arete_error** error) {
  return guarded(error, [&] {
    auto*& target = given(cloud, "cloud");
    target = new arete_cloud{lib::Cloud(rowsAt(rows, points, dimension, "rows"), dimension)};
  });
}

void arete_cloud_free(arete_cloud* cloud) { delete cloud; }

size_t arete_cloud_size(const arete_cloud* cloud) { return cloud == nullptr ? 0 : cloud->cloud.size(); }
int arete_cloud_dimension(const arete_cloud* cloud) { return cloud == nullptr ? 0 : cloud->cloud.dimension(); }
const char* arete_cloud_crs(const arete_cloud* cloud) { return cloud == nullptr ? nullptr : cloud->crs.c_str(); }
size_t arete_cloud_warnings(const arete_cloud* cloud) { return cloud == nullptr ? 0 : cloud->warnings.size(); }
const char* arete_cloud_warning(const arete_cloud* cloud, size_t index) { return cloud == nullptr ? nullptr : textAt(cloud->warnings, index); }
size_t arete_cloud_attributes(const arete_cloud* cloud) { return cloud == nullptr ? 0 : cloud->attributes.size(); }
const char* arete_cloud_attribute_name(const arete_cloud* cloud, size_t index) {
  return cloud == nullptr ? nullptr : textAt(cloud->attributes, index);
}

arete_code arete_cloud_coordinates(const arete_cloud* cloud, double* rows, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(cloud, "cloud").cloud.coordinates(), rows, room); });
}

arete_code arete_cloud_attribute(const arete_cloud* cloud, const char* name, double* values, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(cloud, "cloud").cloud.attribute(textOf(name, "name")), values, room); });
}

arete_code arete_detect(const arete_cloud* cloud, const char* const* options, arete_stop* stop, arete_curve** curve, arete_error** error) {
  return guarded(error, [&] {
    auto*& target = given(curve, "curve");
    target = new arete_curve{lib::detect(given(cloud, "cloud").cloud, detectOptions(options), controlOf(stop))};
  });
}

void arete_curve_free(arete_curve* curve) { delete curve; }

size_t arete_curve_size(const arete_curve* curve) { return curve == nullptr ? 0 : curve->curve.size(); }
int arete_curve_dimension(const arete_curve* curve) { return curve == nullptr ? 0 : curve->curve.dimension(); }
double arete_curve_length(const arete_curve* curve) { return curve == nullptr ? 0 : curve->curve.length(); }
double arete_curve_r1(const arete_curve* curve) { return curve == nullptr ? 0 : curve->curve.r1(); }
const char* arete_curve_hash(const arete_curve* curve) { return curve == nullptr ? nullptr : curve->hash.c_str(); }
size_t arete_curve_edges(const arete_curve* curve) { return curve == nullptr ? 0 : curve->edges; }
size_t arete_curve_chains(const arete_curve* curve) { return curve == nullptr ? 0 : curve->chains.size(); }
size_t arete_curve_chain_size(const arete_curve* curve, size_t chain) {
  return curve == nullptr || chain >= curve->chains.size() ? 0 : curve->chains[chain].size();
}

arete_code arete_curve_points(const arete_curve* curve, double* rows, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(curve, "curve").curve.points(), rows, room); });
}

arete_code arete_curve_edge_list(const arete_curve* curve, uint32_t* pairs, size_t room, arete_error** error) {
  return guarded(error, [&] {
    std::vector<uint32_t> flat;
    for (const auto& [a, b] : given(curve, "curve").curve.edges()) flat.insert(flat.end(), {a, b});
    copyInto(flat, pairs, room);
  });
}

arete_code arete_curve_chain(const arete_curve* curve, size_t chain, uint32_t* indices, size_t room, arete_error** error) {
  return guarded(error, [&] {
    const auto& chains = given(curve, "curve").chains;
    if (chain >= chains.size())
      refuse("no such chain", std::to_string(chain), "there are " + std::to_string(chains.size()), "count from 0, below arete_curve_chains()");
    copyInto(chains[chain], indices, room);
  });
}

arete_code arete_write(const arete_curve* curve, const char* path, const char* const* options, arete_stop* stop, arete_error** error) {
  return guarded(error, [&] { lib::write(given(curve, "curve").curve, textOf(path, "path"), writeOptions(options), controlOf(stop)); });
}

arete_code arete_knn(const double* reference, size_t count, const double* queries, size_t query_count, int dimension, uint32_t k,
                     const char* const* options, arete_stop* stop, uint32_t* indices, double* distances, arete_error** error) {
  return guarded(error, [&] {
    const lib::Rows rows(rowsAt(reference, count, dimension, "reference"), dimension),
        asked(rowsAt(queries, query_count, dimension, "queries"), dimension);
    const lib::Control control = controlOf(stop);
    lib::Searcher searcher(rows, searchOptions(options), control);
    const lib::Neighbours found = queries == nullptr ? searcher.queryItself(k, control) : searcher.query(asked, k, control);
    if (indices != nullptr) std::ranges::copy(found.indices, indices);
    if (distances != nullptr) std::ranges::copy(found.distances, distances);
  });
}

arete_code arete_within(const double* reference, size_t count, const double* queries, size_t query_count, int dimension, double radius,
                        const char* const* options, arete_stop* stop, arete_neighbours** found, arete_error** error) {
  return guarded(error, [&] {
    auto*& target = given(found, "found");
    const lib::Rows rows(rowsAt(reference, count, dimension, "reference"), dimension),
        asked(rowsAt(queries, query_count, dimension, "queries"), dimension);
    const lib::Control control = controlOf(stop);
    lib::Searcher searcher(rows, searchOptions(options), control);
    target = new arete_neighbours{queries == nullptr ? searcher.queryItselfWithin(radius, control) : searcher.queryWithin(asked, radius, control)};
  });
}

void arete_neighbours_free(arete_neighbours* found) { delete found; }

size_t arete_neighbours_size(const arete_neighbours* found) { return found == nullptr ? 0 : found->found.indices.size(); }

arete_code arete_neighbours_starts(const arete_neighbours* found, uint64_t* starts, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(found, "found").found.starts, starts, room); });
}

arete_code arete_neighbours_indices(const arete_neighbours* found, uint32_t* indices, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(found, "found").found.indices, indices, room); });
}

arete_code arete_neighbours_distances(const arete_neighbours* found, double* distances, size_t room, arete_error** error) {
  return guarded(error, [&] { copyInto(given(found, "found").found.distances, distances, room); });
}
