#include "compute/io/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <map>

#include "compute/core/error.h"
#include "compute/files/atomic_file.h"
#include "compute/files/file_error.h"
#include "compute/files/fingerprint.h"
#include "compute/files/open_file.h"
#include "compute/io/edit_json.h"
#include "compute/io/filter_json.h"
#include "compute/io/json_file.h"
#include "compute/io/session_text.h"
#include "compute/io/session_versions.h"
#include "compute/text/printable.h"

namespace arete {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view kFormat = "arete session", kEndStep = "end", kNoCrs = "none", kCannotRead = "cannot read the session",
                           kDamaged = "a session is a JSON file that Arete has saved";
// Programs that know only version 1 would show the curve without its edits, detect in points that edits leave out, and lose the edits when they save.
// So a session with edits has version 2, which they refuse; all others are still of version 1, which they open.
constexpr int kVersion = 1, kVersionWithEdits = 2, kLargestSkip = 1'000'000'000;

// The one spelling of every key that is written and read.
constexpr std::pair<std::string_view, std::optional<Backend>> kBackends[] = {{"auto", std::nullopt}, {"cpu", Backend::cpu}, {"cuda", Backend::cuda}};
constexpr std::pair<std::string_view, Scalar> kScalars[] = {{"float", Scalar::float32}, {"double", Scalar::float64}};

/// An object of the file: checks the values that it gives out, and remembers which keys were asked for.
class Fields {
 public:
  Fields(const Json& json, std::string name, LoadedSession& loaded, const fs::path& path)
      : json_(json), name_(std::move(name)), loaded_(loaded), path_(path) {
    if (!json.is_object()) fail("", "an object {…} is expected here");
  }

  const Json* find(std::string_view key) {
    asked_.emplace_back(key);
    const auto found = json_.find(std::string(key));
    return found == json_.end() ? nullptr : &*found;
  }
  const Json& need(std::string_view key) {
    const Json* found = find(key);
    if (found == nullptr) fail(key, "it is missing");
    return *found;
  }
  Fields object(std::string_view key) { return {need(key), nameOf(key), loaded_, path_}; }

  std::string text(std::string_view key, const Json& value) const {
    if (!value.is_string()) fail(key, "text in quotes is expected here");
    return value.get<std::string>();
  }
  int64_t integer(std::string_view key, const Json& value, int64_t low, int64_t high) const {
    // is_number_integer is also true for an unsigned number beyond int64.
    const bool fits =
        value.is_number_integer() && !(value.is_number_unsigned() && value.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max()));
    if (!fits || value.get<int64_t>() < low || value.get<int64_t>() > high)
      fail(key, "a whole number from " + std::to_string(low) + " to " + std::to_string(high) + " is expected here");
    return value.get<int64_t>();
  }
  template <class T, size_t N>
  T oneOf(std::string_view key, const Json& value, const std::pair<std::string_view, T> (&choices)[N]) const {
    std::string known;
    for (const auto& [name, choice] : choices) {
      if (value.is_string() && value.get<std::string>() == name) return choice;
      known.append(known.empty() ? "" : ", ").append(name);
    }
    fail(key, "one of " + known + " is expected here");
  }

  void warnOfOthers() const {
    for (const auto& [key, value] : json_.items())
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
        loaded_.warnings.push_back("ignored '" + printable(nameOf(key)) + "', which this program does not know");
  }

  [[noreturn]] void fail(std::string_view key, std::string_view reason, std::string_view hint = {}) const {
    throw Error(ErrorKind::badInput, kCannotRead, path_.string() + ": " + nameOf(key), reason, hint);
  }
  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json_.items()) keys.push_back(key);
    return keys;
  }

 private:
  std::string nameOf(std::string_view key) const { return name_.empty() ? std::string(key) : key.empty() ? name_ : name_ + "." + std::string(key); }

  const Json& json_;
  std::string name_;
  LoadedSession& loaded_;
  const fs::path& path_;
  std::vector<std::string> asked_;
};

// Reading

fs::path readCloudFile(Fields fields, const fs::path& directory, LoadedSession& loaded) {
  const fs::path file = fields.text("file", fields.need("file"));
  if (hasNul(file)) fields.fail("file", "a name without NUL is expected here");
  const Json *bytes = fields.find("bytes"), *hash = fields.find("hash");
  fields.warnOfOthers();
  fs::path cloud = (directory / file).lexically_normal();
  if (std::error_code error; fs::exists(cloud, error) && !fs::is_regular_file(cloud, error))
    fields.fail("file", "'" + printable(cloud.string()) + "' is not a regular file", "name a file of points");
  const std::optional<Fingerprint> now = fingerprint(cloud);
  if (!now) {
    loaded.warnings.push_back("the cloud '" + printable(cloud.string()) + "' is missing or cannot be read");
  } else if (bytes != nullptr && hash != nullptr) {
    const auto size = uint64_t(fields.integer("bytes", *bytes, 0, std::numeric_limits<int64_t>::max()));
    if (*now != Fingerprint{size, fields.text("hash", *hash)})
      loaded.warnings.push_back("the cloud '" + printable(cloud.string()) + "' has changed since the session was saved");
  }
  return cloud;
}

void readMoreClouds(const Fields& fields, const Json& list, const fs::path& path, LoadedSession& loaded) {
  constexpr size_t kMost = 100'000;
  if (!list.is_array() || list.size() > kMost) fields.fail("more_clouds", "a list of at most 100000 files is expected here");
  if (loaded.session.cloud.empty() && !list.empty()) fields.fail("more_clouds", "there are more files than 'cloud', which is missing");
  for (const Json& each : list) loaded.session.moreClouds.push_back(readCloudFile({each, "more_clouds", loaded, path}, path.parent_path(), loaded));
}

void readOptions(Fields fields, ReadOptions& options) {
  if (const Json* value = fields.find("dimension")) options.dimension = int(fields.integer("dimension", *value, 1, kMaxDimension));
  if (const Json* value = fields.find("scalar")) options.scalar = fields.oneOf("scalar", *value, kScalars);
  if (const Json* value = fields.find("raw_scalar")) options.rawScalar = fields.oneOf("raw_scalar", *value, kScalars);
  if (const Json* value = fields.find("separator")) {
    const std::string text = fields.text("separator", *value);
    if (text.size() != 1 || text[0] == 0) fields.fail("separator", "one character is expected here");
    options.separator = text[0];
  }
  if (const Json* value = fields.find("decimal_comma")) {
    if (!value->is_boolean()) fields.fail("decimal_comma", "true or false is expected here");
    options.decimalComma = value->get<bool>();
  }
  if (const Json* value = fields.find("withheld")) {
    if (!value->is_boolean()) fields.fail("withheld", "true or false is expected here");
    options.withheld = value->get<bool>();
  }
  if (const Json* value = fields.find("max_points")) options.maxPoints = uint64_t(fields.integer("max_points", *value, 1, INT32_MAX));
  if (const Json* value = fields.find("skip_lines")) options.skipLines = int(fields.integer("skip_lines", *value, 0, kLargestSkip));
  if (const Json* value = fields.find("columns")) {
    if (!value->is_array() || value->size() > kMaxDimension) fields.fail("columns", "a list of at most 16 columns is expected here");
    for (const Json& column : *value) options.columns.push_back(fields.text("columns", column));
  }
  if (const Json* value = fields.find("track_column")) options.trackColumn = fields.text("track_column", *value);
  if (const Json* value = fields.find("crs")) {
    const std::string text = fields.text("crs", *value);
    options.crs = text == kNoCrs ? Crs{} : Crs{text};
  }
  fields.warnOfOthers();
}

/// `key`: a name of the stage.
void readVersion(Fields& fields, std::string_view key, Stage stage, Job& job) {
  const Json* value = fields.find(key);
  if (value == nullptr) return;
  const std::string id = fields.text(key, *value);
  if (id.empty()) return;
  try {
    // A version that cannot run on this machine is accepted; running it tells the reason.
    const Version& version = findVersion(id);
    if (version.stage != stage) fields.fail(key, "'" + id + "' is a version of another stage");
    if (std::string& taken = job.versionIds[size_t(stage)]; taken.empty()) taken = version.id;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::badInput) throw;
    fields.fail(key, "there is no version '" + id + "'", error.hint());
  }
}

void readVersions(Fields fields, Job& job) {
  for (const Stage stage : kStages) readVersion(fields, name(stage), stage, job);
  for (const FormerStage& former : kFormerStages) readVersion(fields, former.name, former.now, job);
  fields.warnOfOthers();
}

void readParameters(Fields fields, Job& job) {
  for (const ParamInfo* info : allParameters()) {
    const Json* value = fields.find(info->id);
    if (value == nullptr) continue;
    // Written as text; a number typed by hand is accepted too.
    const std::string text = value->is_number() ? value->dump() : fields.text(info->id, *value);
    try {
      job.params.setText(*info, text);
    } catch (const Error& error) {
      fields.fail(info->id, error.reason(), error.hint());
    }
  }
  fields.warnOfOthers();
}

void readFilter(const Fields& fields, const Json& json, Job& job, LoadedSession& loaded) {
  std::vector<std::string> unknown;
  try {
    job.filter = filterFromJson(json, unknown);
  } catch (const Error& error) {
    fields.fail(error.where().empty() ? "filter" : "filter." + error.where(), error.reason(), error.hint());
  }
  for (const std::string& key : unknown) loaded.warnings.push_back("ignored 'job.filter." + printable(key) + "', which this program does not know");
}

void readJobEdits(const Fields& fields, const Json& json, Job& job, LoadedSession& loaded) {
  std::vector<std::string> unknown;
  try {
    job.edits = editsFromJson(json, unknown);
  } catch (const Error& error) {
    fields.fail("edits" + error.where(), error.reason(), error.hint());
  }
  for (const std::string& key : unknown) loaded.warnings.push_back("ignored 'job.edits" + printable(key) + "', which this program does not know");
}

/// Nothing else: it goes into scripts and logs.
std::string hashFrom(const Fields& fields, std::string_view key, const Json& value) {
  const std::string hash = fields.text(key, value);
  if (hash.find_first_not_of("0123456789abcdef") != hash.npos) fields.fail(key, "a hash in hexadecimal digits is expected here");
  return hash;
}

void readJob(Fields fields, const fs::path& directory, Job& job, LoadedSession& loaded) {
  if (const Json* value = fields.find("backend")) job.backend = fields.oneOf("backend", *value, kBackends);
  if (const Json* files = fields.find("version_files"))
    for (const NamedVersionFile& each : versionFilesFrom(*files, directory))
      if (const std::string change = each.isKnown() ? each.change() : ""; !change.empty()) loaded.warnings.push_back(change);
  if (fields.find("versions")) readVersions(fields.object("versions"), job);
  if (fields.find("parameters")) readParameters(fields.object("parameters"), job);
  if (const Json* filter = fields.find("filter")) readFilter(fields, *filter, job, loaded);
  if (const Json* edits = fields.find("edits")) readJobEdits(fields, *edits, job, loaded);
  fields.warnOfOthers();
}

// Writing

template <class T, size_t N>
std::string_view nameIn(const std::pair<std::string_view, T> (&choices)[N], T wanted) {
  for (const auto& [name, choice] : choices)
    if (choice == wanted) return name;
  return {};
}

Json cloudJson(const fs::path& cloud, const fs::path& session, std::vector<std::string>& warnings) {
  std::error_code error;
  const fs::path directory = fs::absolute(session, error).parent_path();
  fs::path file = fs::relative(cloud, directory, error);
  if (error || file.empty()) file = fs::absolute(cloud, error);
  Json json = {{"file", file.generic_string()}};
  if (const std::optional<Fingerprint> now = fingerprint(cloud)) {
    json["bytes"] = now->bytes;
    json["hash"] = now->hash;
  } else {
    warnings.push_back("the cloud '" + printable(cloud.string()) + "' cannot be read: the session will not notice when it changes");
  }
  return json;
}

Json readOptionsJson(const ReadOptions& options) {
  Json json = Json::object();
  if (options.dimension) json["dimension"] = *options.dimension;
  if (options.scalar) json["scalar"] = nameIn(kScalars, *options.scalar);
  if (options.rawScalar) json["raw_scalar"] = nameIn(kScalars, *options.rawScalar);
  if (options.separator != 0) json["separator"] = std::string(1, options.separator);
  if (options.decimalComma) json["decimal_comma"] = *options.decimalComma;
  if (options.skipLines) json["skip_lines"] = *options.skipLines;
  if (options.maxPoints) json["max_points"] = *options.maxPoints;
  if (options.withheld) json["withheld"] = true;
  if (!options.columns.empty()) json["columns"] = options.columns;
  if (!options.trackColumn.empty()) json["track_column"] = options.trackColumn;
  if (options.crs) json["crs"] = options.crs->known() ? options.crs->definition : std::string(kNoCrs);
  return json;
}

Json jobJson(const Job& job, const fs::path& session) {
  Json json = {{"backend", nameIn(kBackends, job.backend)}, {"versions", Json::object()}, {"parameters", Json::object()}};
  for (Stage stage : kStages) json["versions"][std::string(name(stage))] = job.versionIds[size_t(stage)];
  std::error_code error;
  if (Json files = versionFilesJson(job, fs::absolute(session, error).parent_path()); !files.empty()) json["version_files"] = std::move(files);
  for (const ParamInfo* info : allParameters()) json["parameters"][std::string(info->id)] = job.params.text(*info);
  if (!job.filter.empty()) json["filter"] = filterJson(job.filter);
  if (!job.edits.empty()) json["edits"] = editsJson(job.edits);
  return json;
}

Json viewJson(const SessionFile& session, const fs::path& path) {
  try {
    return session.view.empty() ? Json() : Json::parse(session.view);
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::wrongUse, "cannot save the session", path.string(), std::string("the view is not JSON: ") + error.what());
  }
}

}  // namespace

LoadedSession readSession(const fs::path& path) { return readSession(path, readJsonText(path, kCannotRead)); }

LoadedSession readSession(const fs::path& path, std::string_view text) {
  LoadedSession loaded;
  SessionFile& session = loaded.session;
  const Json json = parseJson(path, text, kCannotRead, kDamaged);
  Fields fields(json, "", loaded, path);
  const Json* format = fields.find("format");
  if (format == nullptr || *format != kFormat) fields.fail("format", "this is not a session of Arete");
  if (fields.integer("version", fields.need("version"), 1, std::numeric_limits<int64_t>::max()) > kVersionWithEdits)
    fields.fail("version", "a newer Arete has saved it", "open it with that, or take a newer Arete");
  fields.find("program");
  if (fields.find("cloud")) session.cloud = readCloudFile(fields.object("cloud"), path.parent_path(), loaded);
  if (const Json* more = fields.find("more_clouds")) readMoreClouds(fields, *more, path, loaded);
  if (fields.find("read")) readOptions(fields.object("read"), session.read);
  readJob(fields.object("job"), path.parent_path(), session.job, loaded);
  if (const Json* view = fields.find("view")) session.view = view->dump();
  if (const Json* step = fields.find("step"); step != nullptr && *step != kEndStep)
    session.step = uint32_t(fields.integer("step", *step, 0, SessionFile::kEnd - 1));
  if (const Json* hash = fields.find("result_hash")) session.resultHash = hashFrom(fields, "result_hash", *hash);
  fields.warnOfOthers();
  return loaded;
}

std::vector<fs::path> SessionFile::files() const {
  std::vector<fs::path> all;
  if (!cloud.empty()) all.push_back(cloud);
  all.insert(all.end(), moreClouds.begin(), moreClouds.end());
  return all;
}

std::vector<fs::path> cloudsOfSession(const fs::path& path) {
  try {
    std::ifstream file = openToRead(path, kCannotRead);
    if ((file >> std::ws).peek() != '{') return {};
    return readSession(path).session.files();
  } catch (const Error&) {
    return {};
  }
}

std::string sessionText(const fs::path& path, const SessionFile& session, std::vector<std::string>& warnings) {
  Json json = {{"format", kFormat}, {"version", session.job.edits.empty() ? kVersion : kVersionWithEdits}, {"program", "arete " ARETE_VERSION}};
  if (!session.cloud.empty()) json["cloud"] = cloudJson(session.cloud, path, warnings);
  for (const fs::path& more : session.moreClouds) json["more_clouds"].push_back(cloudJson(more, path, warnings));
  if (Json read = readOptionsJson(session.read); !read.empty()) json["read"] = std::move(read);
  json["job"] = jobJson(session.job, path);
  if (!session.view.empty()) json["view"] = viewJson(session, path);
  json["step"] = session.step == SessionFile::kEnd ? Json(kEndStep) : Json(session.step);
  if (!session.resultHash.empty()) json["result_hash"] = session.resultHash;
  try {
    return json.dump(2) + '\n';
  } catch (const Json::exception&) {
    throw Error(ErrorKind::wrongUse, "cannot save the session", path.string(), "a session is UTF-8, and the name of the cloud is not",
                "rename the cloud");
  }
}

std::vector<std::string> writeSession(const fs::path& path, const SessionFile& session) {
  std::vector<std::string> warnings;
  const std::string text = sessionText(path, session, warnings);
  if (text.size() > kLargestJson)
    throw Error(ErrorKind::wrongUse, "cannot save the session", path.string(), "it would be larger than 64 MB, and could not be opened again",
                "take edits of very large components out, or filter their points instead");
  AtomicFile file(path);
  file.write(text);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
  return warnings;
}

}  // namespace arete
