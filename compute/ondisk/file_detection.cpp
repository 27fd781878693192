#include <nlohmann/json.hpp>

#include <utility>

#include "compute/chains/paged/kept_store.h"
#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/engine/run_job.h"
#include "compute/files/text_file.h"
#include "compute/io/file_heads.h"
#include "compute/io/input_identity.h"
#include "compute/io/join_files.h"
#include "compute/ondisk/making_detections.h"
#include "compute/ondisk/network_on_disk.h"

namespace arete {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::string_view kCannot = "cannot use this store";

/// What a store knows of the files besides their points.
struct StoredAbout {
  CloudFile file;
  bool suggested = false;  // R1, from the cloud
};

std::string textOf(const CloudFile& about, bool suggested) {
  const Json json = {{"points_in_file", about.pointsInFile},
                     {"non_finite", about.nonFinite},
                     {"withheld", about.withheld},
                     {"warnings", about.warnings},
                     {"suggested", suggested}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

StoredAbout aboutFrom(const cpu::KeptStore& store) {
  try {
    const Json json = Json::parse(store.head().label.about);
    StoredAbout about;
    about.file.pointsInFile = json.at("points_in_file"), about.file.nonFinite = json.at("non_finite"), about.suggested = json.at("suggested");
    about.file.withheld = json.value("withheld", uint64_t(0));
    about.file.warnings = json.at("warnings").get<std::vector<std::string>>();
    return about;
  } catch (const Json::exception&) {
    throw Error(ErrorKind::badInput, kCannot, store.path().string(), "what it says of its files is damaged",
                "remove it, and it is made anew, or give another name");
  }
}

/// Formats and coordinate system as the files' heads and the flags say now; the rest as it was when their points were read.
CloudFile aboutNow(std::span<const fs::path> files, const ReadOptions& read, CloudFile stored, const std::stop_token& stop) {
  CloudFile now;
  for (size_t i = 0; i < files.size(); ++i) {
    const FileHead head = headOf(files[i], read, stop);
    CloudFile part;
    part.format = head.format, part.crs.definition = head.crs;
    if (!head.byRows) part.crs = readCloud(files[i], read, stop).crs;  // it is small
    joinAbout(now, i, files[i], part);
  }
  stored.format = std::move(now.format), stored.crs = std::move(now.crs), stored.crsText = std::move(now.crsText);
  return stored;
}

/// Nothing where there is no file of that name. Throws Error(wrongUse) where its points are others.
std::shared_ptr<const cpu::KeptStore> storeAt(const fs::path& path, const std::vector<std::string>& input, std::span<const fs::path> files) {
  std::error_code error;
  if (!fs::exists(path, error) && !error) return nullptr;
  auto store = std::make_shared<const cpu::KeptStore>(DiskFile::openToRead(path));
  checkSameInput({.cannot = kCannot,
                  .made = "the store " + path.string() + " was made",
                  .all = store->head().label.input,
                  .hint = ", or another name for the store"},
                 input, files);
  return store;
}

void checkSameRadius(const cpu::KeptStore& store, double r1) {
  if (store.head().r1 == r1) return;
  const std::string kept = numberText(store.head().r1);
  throw Error(ErrorKind::wrongUse, kCannot, store.path().string(), "it was made with R1 = " + kept + ", and now it is " + numberText(r1),
              "give --r1 " + kept + ", or another name for the store");
}

constexpr std::string_view kCannotKeep = "cannot keep a store";

FileDetection fromStore(std::shared_ptr<const cpu::KeptStore> store, const Job& job, const DiskOptions& options) {
  FileDetection made{withoutPoints(store->head().facts, job)};
  if (made.job.r1() == 0) {
    made.suggested = RadiusSuggestion{.r1 = store->head().r1, .reason = "as it was suggested when the store was made"};
    takeSuggestion(*made.suggested, made.job);
  }
  checkSameRadius(*store, made.job.r1());
  checkJob(made.job);
  made.makeSteps = stepsOf(cpu::makeStoredPoints(std::move(store), pagedOptions(made.job, options)));
  made.isStored = true;
  return made;
}

}  // namespace

/// A network keeps no points in a store: super-points are made while they are read once.
static FileDetection networkDetection(std::span<const fs::path> files, const ReadOptions& read, const Job& job, const DiskOptions& options,
                                      const ReadProgressFunction& progress, const std::stop_token& stop) {
  if (!options.store.empty())
    throw Error(ErrorKind::wrongUse, kCannotKeep, options.store.string(), "a network goes through its points once", "leave it out");
  const bool asksForTracks = mayHaveTracks(files, read, job, stop);
  auto stream = std::make_unique<FileStream>(files, read, job.inputFilter(), stop, progress, asksForTracks);
  if (asksForTracks) refuseTracks(*stream);
  FileDetection made{diskDetection(*stream, job, options, stop)};
  made.about = stream->about();
  made.stream = std::move(stream);
  return made;
}

FileDetection fileDetection(std::span<const fs::path> files, const ReadOptions& read, const Job& job, const DiskOptions& options,
                            const ReadProgressFunction& progress, const std::stop_token& stop) {
  if (job.curveKind() == CurveKind::network) return networkDetection(files, read, job, options, progress, stop);
  const Filter filter = job.inputFilter();
  std::shared_ptr<const cpu::KeptStore> store;
  if (!options.store.empty()) store = storeAt(options.store, inputIdentity(files, read, filter, kCannotKeep), files);
  if (store) {
    StoredAbout about = aboutFrom(*store);
    if (job.r1() != 0 || about.suggested) {
      FileDetection made = fromStore(std::move(store), job, options);
      made.about = aboutNow(files, read, std::move(about.file), stop);
      return made;
    }
  }
  auto stream = std::make_unique<FileStream>(files, read, filter, stop, progress);
  FileDetection made{withoutPoints(factsOf(*stream, stop), job)};
  made.about = stream->about();
  suggestRadius(*stream, made, stop);
  if (store) {  // of the R1 that is suggested, or of another
    checkSameRadius(*store, made.job.r1());
    made.makeSteps = stepsOf(cpu::makeStoredPoints(std::move(store), pagedOptions(made.job, options)));
    made.isStored = true;
    return made;
  }
  cpu::PagedOptions paged = pagedOptions(made.job, options);
  if (!options.store.empty())  // told apart anew: the stream does not read on where a file has changed since it was opened
    paged.store = cpu::StoreWish{options.store,
                                 {.input = inputIdentity(files, read, filter, kCannotKeep), .about = textOf(made.about, made.suggested.has_value())}};
  made.makeSteps = stepsOf(cpu::makePagedPoints(*stream, paged));
  made.stream = std::move(stream);
  return made;
}

std::string storeText(std::span<const fs::path> files, const ReadOptions& read, const Job& job, const fs::path& path, const DetectionSize& size) {
  const std::vector<std::string> input = inputIdentity(files, read, job.inputFilter(), kCannotKeep);
  try {
    const auto store = storeAt(path, input, files);
    if (store) {
      checkSameRadius(*store, job.r1());
      return path.string() + " has these points and this R1: the files would not be gone through";
    }
  } catch (const Error& error) {
    return std::string("would be refused: ") + error.what();
  }
  const cpu::StoreHead head{.label = {.input = input, .about = {}},
                            .facts = {.count = size.points, .dimension = size.dimension, .scalar = size.scalar},
                            .cells = uint32_t(size.cells),
                            .chosen = uint32_t(size.chosen)};
  return path.string() + " would be made, some " + std::to_string((head.aboutBytes() >> 20) + 1) + " MB";
}

}  // namespace arete
