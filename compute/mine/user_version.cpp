#include "compute/mine/user_version.h"

#include <arete/version.h>
#include <string.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "compute/core/cuda_support.h"
#include "compute/mine/isolation.h"

namespace arete::mine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCannotTake = "cannot take the version";
constexpr Stage kStagesOfTeaching[kTeachingStages] = {Stage::choose, Stage::evolve, Stage::decimate, Stage::knn};

Error refused(const std::string& file, const std::string& reason, const std::string& hint) {
  return {ErrorKind::badInput, kCannotTake, file, reason, hint};
}

template <size_t room>
std::string textIn(const char (&text)[room]) {
  return std::string(text, ::strnlen(text, room));
}

bool isWord(const std::string& text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

bool isWhole(double value) { return std::abs(value) < 1e9 && value == std::floor(value); }

}  // namespace

std::string nameOfFile(const fs::path& file) {
  std::string name;
  for (const char c : file.stem().string())
    if (c >= 'A' && c <= 'Z') name += char(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  while (name.ends_with('_')) name.pop_back();
  if (!name.empty() && name[0] >= '0' && name[0] <= '9') name = "v" + name;
  if (name.empty())
    throw Error(ErrorKind::wrongUse, kCannotTake, file.string(), "its name has no letter that an id can have", "give it a name like mine.cpp");
  return name;
}

std::string headOf(const std::string& source) {
  std::istringstream lines(source);
  std::string head;
  for (std::string line; std::getline(lines, line);) {
    const size_t slashes = line.find_first_not_of("/* ");
    const bool isComment = line.starts_with("//") || line.starts_with("/*") || line.starts_with(" *") || line.starts_with("*");
    if (!isComment) break;
    if (slashes == line.npos) continue;
    line = line.substr(slashes);
    if (line.ends_with("*/")) line.resize(line.size() - 2);
    head += (head.empty() ? "" : " ") + line;
  }
  return head;
}

UserVersion::UserVersion(const fs::path& given, const UserVersionWish& wish, const std::stop_token& stop)
    : file(given.string()), name(nameOfFile(given)) {
  if (wish.isolate)
    if (const std::string missing = isolationMissing(); !missing.empty()) throw Error(ErrorKind::wrongUse, "cannot isolate", file, missing);
  Compiled compiled = compileVersion(given, {.isolate = wish.isolate, .nvrtc = wish.nvrtc}, stop);
  library_ = std::make_shared<const Descriptor>(std::move(compiled.library));
  compiler = compiled.compiler, messages = compiled.messages, figures = compiled.figures, compileSeconds = compiled.seconds;
  backend = compiled.isCuda ? Backend::cuda : Backend::cpu;
  std::ifstream text(given, std::ios::binary);
  source.assign(std::istreambuf_iterator<char>(text), {});
  head = headOf(source);
  worker_ = {.file = file,
             .isCuda = compiled.isCuda,
             .isolate = wish.isolate,
             .limit = wish.limit,
             .memoryBytes = wish.memoryBytes,
             .sanitizer = wish.sanitizer,
             .said = wish.said};
  if (compiled.isCuda && !cudaUnavailableReason().empty())
    throw Error(cudaUnavailableKind(), "cannot run a version on the GPU", file, cudaUnavailableReason(),
                "it was compiled; run it on a machine with a GPU");
  std::unique_ptr<WorkerProcess> worker = takeWorker(stop);
  declare(worker->control());
  giveBack(std::move(worker));
}

void UserVersion::declare(const Control& control) {
  if (control.found != 1)
    throw refused(file, control.found == 0 ? "it declares no version" : "it declares " + std::to_string(control.found) + " versions",
                  "end it with one line like ARETE_DECLARE_VERSION(evolve, cpu, nearest, ARETE_ROWS)");
  if (control.abi != ARETE_VERSION_ABI)
    throw refused(file, "it was compiled for another arete/version.h, with the number " + std::to_string(control.abi), "include <arete/version.h>");
  if ((control.isCuda != 0) != (backend == Backend::cuda))
    throw refused(
        file, backend == Backend::cuda ? "it is a .cu file, but declares a version of the CPU" : "it declares a version of cuda, but is no .cu file",
        "give ARETE_DECLARE_VERSION the device that the name of the file says");
  if (control.stage >= kTeachingStages || control.layout > ARETE_COLUMNS || control.parameterCount > kMostParameters)
    throw refused(file, "what it declares is damaged", "use the macros of arete/version.h");
  teachingStage = TeachingStage(control.stage);
  stage = kStagesOfTeaching[control.stage];
  layout = control.layout == ARETE_ROWS ? Layout::row : Layout::column;
  takesFloats = control.takesFloats != 0, takesDoubles = control.takesDoubles != 0, forbidsProcesses = control.isForbidding != 0;
  id = std::string(arete::name(stage)) + ".mine." + name;
  for (uint32_t i = 0; i < control.parameterCount; ++i) addParameter(control.declared[i]);
}

std::string_view UserVersion::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

void UserVersion::addParameter(const DeclaredParameter& declared) {
  const std::string own = textIn(declared.name);
  const bool isSound = isWord(own) && std::isfinite(declared.least) && declared.least <= declared.usual && declared.usual <= declared.most &&
                       std::isfinite(declared.most);
  if (!isSound)
    throw refused(file, "its parameter '" + own + "' has no name of small letters, or least, usual and most are not in this order",
                  "write it like {\"block\", 32, 1024, 256, \"Threads of a block.\"}");
  const bool whole = isWhole(declared.least) && isWhole(declared.most) && isWhole(declared.usual);
  infos_.push_back({.id = keep(name + '_' + own),
                    .label = keep(name + ": " + own),
                    .unit = "",
                    .kind = whole ? ParamKind::integer : ParamKind::real,
                    .minimum = declared.least,
                    .maximum = declared.most,
                    .defaultValue = declared.usual,
                    .help = keep(textIn(declared.help))});
  parameters.push_back(&infos_.back());
}

/// A value that was set before the file was saved with another range counts as the nearest one that it allows now.
static double valueOf(const ParamInfo& info, const ParamValues& params) {
  const double value = std::clamp(params.get(info), info.minimum, info.maximum);
  return info.kind == ParamKind::integer ? std::round(value) : value;
}

std::vector<double> UserVersion::valuesOf(const ParamValues& params) const {
  std::vector<double> values;
  for (const ParamInfo* info : parameters) values.push_back(valueOf(*info, params));
  return values;
}

std::unique_ptr<WorkerProcess> UserVersion::takeWorker(const std::stop_token& stop) const {
  std::shared_ptr<const Descriptor> library;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<WorkerProcess> worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
    library = library_;
  }
  if (!library) throw Error(ErrorKind::wrongUse, "cannot run a version", file, "a newer one has come in its place", "compute once more");
  return std::make_unique<WorkerProcess>(*library, worker_, stop);
}

void UserVersion::giveBack(std::unique_ptr<WorkerProcess> worker) const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty() && library_) idle_.push_back(std::move(worker));
}

void UserVersion::rest() const {
  const std::lock_guard lock(mutex_);
  idle_.clear();
  library_.reset();
}

}  // namespace arete::mine
