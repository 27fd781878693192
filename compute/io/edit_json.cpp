#include "compute/io/edit_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/files/atomic_file.h"
#include "compute/io/json_file.h"
#include "compute/text/printable.h"

namespace arete {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kEditFormat = "arete edits", kCannotReadEdits = "cannot read the edits";
constexpr int kEditVersion = 1;
constexpr EnumNames<JoinWay, 2> kWays{"straight", "density"};
constexpr size_t kEditKindCount = size_t(EditKind::longerThan) + 1;

[[noreturn]] void failEdit(std::string_view key, std::string_view due) {
  throw Error(ErrorKind::badInput, kCannotReadEdits, key, std::string(due) + " is expected here");
}

double number(std::string_view key, const Json& value) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) failEdit(key, "a finite number");
  return value.get<double>();
}

uint32_t count(std::string_view key, const Json& value) {
  const bool whole = value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX;
  if (!whole) failEdit(key, "a whole number of 0 or more");
  return value.get<uint32_t>();
}

bool truth(std::string_view key, const Json& value) {
  if (!value.is_boolean()) failEdit(key, "true or false");
  return value.get<bool>();
}

const Json& list(std::string_view key, const Json& value) {
  if (!value.is_array()) failEdit(key, "a list");
  return value;
}

std::vector<double> numbers(std::string_view key, const Json& value) {
  std::vector<double> result;
  for (const Json& each : list(key, value)) result.push_back(number(key, each));
  return result;
}

template <class Enum, size_t count, class Name>
Enum oneOf(std::string_view key, const Json& value, const Name& name) {
  if (value.is_string())
    if (const auto found = enumNamed<Enum, count>(value.get_ref<const std::string&>(), name)) return *found;
  failEdit(key, "one of " + enumNamesListed<Enum, count>(name));
}

EditKind kindFrom(const Json& value) {
  return oneOf<EditKind, kEditKindCount>("do", value, [](EditKind kind) { return editInfo(kind).id; });
}

void readPlaces(const Json& value, Edit& edit) {
  for (const Json& each : list("nodes", value)) {
    const std::vector<double> place = numbers("nodes", each);
    if (edit.places.empty()) edit.dimension = int(std::min<size_t>(place.size(), INT32_MAX));
    if (place.empty() || place.size() != size_t(edit.dimension)) failEdit("nodes", "a list of places, of as many numbers each,");
    edit.places.insert(edit.places.end(), place.begin(), place.end());
  }
}

void readEdges(const Json& value, Edit& edit) {
  for (const Json& each : list("edges", value)) {
    if (!each.is_array() || each.size() != 2) failEdit("edges", "a list of pairs");
    edit.edges.push_back({count("edges", each[0]), count("edges", each[1])});
  }
}

Edit editFrom(const Json& json, std::vector<std::string>& unknown) {
  if (!json.is_object()) failEdit("", "an object {…}");
  if (!json.contains("do")) failEdit("do", "the operation");
  Edit edit{.kind = kindFrom(json["do"])};
  for (const auto& [key, value] : json.items()) {
    if (key == "nodes") readPlaces(value, edit);
    else if (key == "edges") readEdges(value, edit);
    else if (key == "numbers")
      for (const Json& each : list(key, value)) edit.numbers.push_back(count(key, each));
    else if (key == "to") edit.to = numbers(key, value);
    else if (key == "length") edit.length = number(key, value);
    else if (key == "reach") edit.reach = number(key, value);
    else if (key == "way") edit.way = oneOf<JoinWay, 2>(key, value, kWays);
    else if (key == "pinned") edit.pinned = truth(key, value);
    else if (key == "in_force") edit.inForce = truth(key, value);
    else if (key != "do") unknown.push_back(key);
  }
  check(edit);
  return edit;
}

Json editJson(const Edit& edit) {
  check(edit);  // nothing is written that could not be read
  Json json = {{"do", editInfo(edit.kind).id}};
  for (size_t i = 0; i < edit.size(); ++i) json["nodes"].push_back(std::vector<double>(edit.place(i).begin(), edit.place(i).end()));
  if (!edit.numbers.empty()) json["numbers"] = edit.numbers;
  for (const Edge& edge : edit.edges) json["edges"].push_back({edge.a, edge.b});
  if (!edit.to.empty()) json["to"] = edit.to;
  if (edit.length > 0) json["length"] = edit.length;
  if (edit.reach > 0) json["reach"] = edit.reach;
  if (edit.kind == EditKind::join) json["way"] = kWays(edit.way);
  if (edit.pinned) json["pinned"] = true;
  if (edit.inForce) json["in_force"] = true;
  return json;
}

/// Errors name the file besides the key.
[[noreturn]] void failIn(const std::filesystem::path& path, const std::string& key, const std::string& reason, const std::string& hint) {
  throw Error(ErrorKind::badInput, kCannotReadEdits, path.string() + (key.empty() ? "" : ": " + key), reason, hint);
}

}  // namespace

Json editsJson(const EditList& edits) {
  Json json = Json::array();
  for (const Edit& edit : edits.all()) json.push_back(editJson(edit));
  return json;
}

EditList editsFromJson(const Json& json, std::vector<std::string>& unknown) {
  std::vector<Edit> edits;
  for (const Json& each : list("", json)) {
    const std::string place = "[" + std::to_string(edits.size()) + "]";
    std::vector<std::string> own;
    try {
      edits.push_back(editFrom(each, own));
    } catch (const Error& error) {
      throw Error(ErrorKind::badInput, error.failed(), place + (error.where().empty() ? "" : "." + error.where()), error.reason(), error.hint());
    }
    for (const std::string& key : own) unknown.push_back(place + "." + key);
  }
  return EditList(std::move(edits));
}

EditFile readEdits(const std::filesystem::path& path) {
  const Json json = parseJson(path, readJsonText(path, kCannotReadEdits), kCannotReadEdits, "a file of edits is JSON; see docs/editing.md");
  if (!json.is_object() || !json.contains("format") || json["format"] != kEditFormat) failIn(path, "format", "this is not a file of edits", "");
  if (!json.contains("version") || !json["version"].is_number_integer()) failIn(path, "version", "a whole number is expected here", "");
  if (json["version"].get<double>() > kEditVersion) failIn(path, "version", "a newer Arete has saved it", "take a newer Arete");
  if (!json.contains("edits")) failIn(path, "edits", "it is missing", "");
  EditFile file;
  std::vector<std::string> unknown;
  try {
    file.edits = editsFromJson(json["edits"], unknown);
  } catch (const Error& error) {
    failIn(path, "edits" + error.where(), error.reason(), error.hint());
  }
  for (const std::string& key : unknown) file.warnings.push_back("ignored 'edits" + printable(key) + "', which this program does not know");
  return file;
}

std::vector<std::string> writeEdits(const std::filesystem::path& path, const EditList& edits) {
  const Json json = {{"format", kEditFormat}, {"version", kEditVersion}, {"edits", editsJson(edits)}};
  AtomicFile file(path);
  file.write(json.dump(1) + '\n');
  if (!file.commit()) return {std::string(kNotDurable)};
  return {};
}

}  // namespace arete
