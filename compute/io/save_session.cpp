#include "compute/io/save_session.h"

#include <utility>

#include "compute/core/error.h"
#include "compute/io/write_points.h"
#include "compute/text/printable.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kCannotSave = "cannot save the session", kExtension = ".arete";

/// A session names files: points that have none are written, and read again with the same origin, type and axes.
void nameFiles(SessionFile& session, const fs::path& path, const SessionCloud& cloud, std::stop_token stop) {
  if (!cloud.files.empty()) {
    session.cloud = fs::absolute(cloud.files.front());
    for (const fs::path& file : cloud.files.subspan(1)) session.moreClouds.push_back(fs::absolute(file));
    session.read = cloud.read;
    return;
  }
  const PointCloud& points = cloud.file.cloud;
  const fs::path beside = pointsBeside(path);
  writePoints(beside, {.points = points.points(), .origin = points.origin(), .crs = cloud.file.crs, .stop = std::move(stop)}, "npy");
  session.cloud = fs::absolute(beside);
  session.read.dimension = points.dimension();
  session.read.scalar = points.scalar();
  if (cloud.file.crs.known()) session.read.crs = cloud.file.crs;
}

}  // namespace

fs::path pointsBeside(const fs::path& session) { return fs::path(session).replace_extension(".points.npy"); }

void checkSession(const fs::path& path, std::span<const fs::path> files) {
  if (path.extension() != kExtension)
    throw Error(ErrorKind::wrongUse, kCannotSave, path.string(), "its name does not end in .arete", "the window opens it by that name");
  for (const fs::path& file : files)
    if (std::error_code error; fs::exists(file, error) && !fs::is_regular_file(file, error))
      throw Error(ErrorKind::wrongUse, kCannotSave, path.string(), "its cloud '" + printable(file.string()) + "' cannot be read a second time",
                  "write the points into a file first");
}

std::vector<std::string> saveSession(const fs::path& path, const SessionCloud& cloud, const Frame* frame, std::stop_token stop) {
  checkSession(path, cloud.files);
  SessionFile session;
  session.step = 0;
  session.job.backend.reset();
  session.job.filter = cloud.filter;
  if (frame != nullptr) {
    session.job = frame->job;
    if (session.job.r2() == 2 * session.job.r1()) session.job.params.reset(kR2Param);  // the detection wrote it out: it follows R1
    session.step = frame->finished ? SessionFile::kEnd : frame->step;
    if (frame->finished) session.resultHash = frame->hash;
  }
  nameFiles(session, path, cloud, std::move(stop));
  return writeSession(path, session);
}

void checkReplay(const fs::path& path, const SessionFile& session) {
  if (session.cloud.empty())
    throw Error(ErrorKind::badInput, "nothing to replay", path.string(), "the session has no cloud",
                "open a cloud in Arete and save the session again");
}

void compareResult(const fs::path& path, const SessionFile& session, const Frame& frame) {
  if (session.resultHash.empty() || session.resultHash == frame.hash) return;
  throw Error(ErrorKind::internal, "the result is not that of the session", path.string(),
              "it says " + session.resultHash + ", this run gave " + frame.hash,
              "has the cloud changed, or was the session saved by another version of Arete?");
}

}  // namespace arete
