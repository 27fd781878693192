#include "app/window/own_version.h"

#include <mutex>
#include <utility>

#include "app/window/post.h"
#include "compute/core/cuda_support.h"
#include "compute/engine/job.h"
#include "compute/mine/sanitize.h"
#include "compute/mine/user_rows.h"

namespace arete {

namespace {

constexpr int kSettled_ms = 60, kParameters_ms = 150;
constexpr double kMillisecondsOfSecond = 1000;

/// The speed of the device that this backend has here: measured once, as that takes a moment and does not change.
Speed peakOf(Device& device) {
  static std::mutex mutex;
  static std::map<std::string, Speed> known;
  const std::lock_guard lock(mutex);
  const auto [speed, isNew] = known.try_emplace(device.description());
  if (isNew) speed->second = device.peak();
  return speed->second;
}

std::unique_ptr<Device> ownDevice(Backend backend, int threads) {
  return backend == Backend::cuda ? makeCudaDevice(standardGpu(), threads) : makeCpuDevice(threads);
}

}  // namespace

OwnVersion::OwnVersion(const Document& document)
    : document_(document),
      told_(postToThisThread(),
            [this](const News& news) {
              if (news.number == number_ && worker_.busy()) take(news.trial);
            }),
      worker_(
          "cannot try the version", "take fewer points, with a filter",
          [this](const Error& error) {
            now_.refused = error, now_.isDone = true;
            Q_EMIT changed();
            startNext();
          },
          postToThisThread()) {
  soon_.setSingleShot(true);
  soon_.setInterval(kSettled_ms);
  connect(&soon_, &QTimer::timeout, this, &OwnVersion::lookAtFiles);
  later_.setSingleShot(true);
  later_.setInterval(kParameters_ms);
  connect(&later_, &QTimer::timeout, this, [this] { start(now_.version); });
  for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
    connect(&watcher_, signal, this, [this] {
      if (!soon_.isActive()) since_.start();
      soon_.start();
    });
}

void OwnVersion::add(const std::filesystem::path& file) {
  std::error_code error;
  waiting_.push_back(std::filesystem::absolute(file, error));
  if (!busy()) startNext();
}

/// Several files one after the other.
void OwnVersion::startNext() {
  if (waiting_.empty()) return;
  const std::filesystem::path file = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  if (file != now_.file) now_ = before_ = {};
  now_.file = file;
  since_.start();
  watch(file);
  start();
}

/// The folder too: many editors put a new file in the place of the old one.
void OwnVersion::watch(const std::filesystem::path& file) {
  watched_[file] = fingerprint(file);
  for (const std::filesystem::path& path : {file, file.parent_path()}) watcher_.addPath(QString::fromStdString(path.string()));
}

void OwnVersion::lookAtFiles() {
  for (auto& [file, seen] : watched_) {
    const std::optional<Fingerprint> present = fingerprint(file);
    if (!present || present->bytes == 0 || present == seen) continue;
    if (file != now_.file) now_ = before_ = {}, now_.file = file;
    watch(file);
    return start();
  }
}

void OwnVersion::again() {
  if (!open()) return;
  since_.start();
  start();
}

void OwnVersion::followParameters() {
  if (!now_.version || (busy() && now_.values.empty())) return;  // take() looks again
  if (now_.version->valuesOf(document_.session().job.params) == now_.values) return later_.stop();
  since_.start();
  later_.start();
}

void OwnVersion::stop() {
  later_.stop();
  if (!busy()) return;
  worker_.cancel();
  waiting_.clear();
  Q_EMIT changed();
}

void OwnVersion::follow() {
  if (!open()) return;
  const bool wasDone = now_.isDone || busy();
  before_ = {};  // times on another cloud say nothing beside these
  now_.isDone = false;
  now_.trial.onCloud.reset();
  mark();
  if (wasDone) again();
}

/// On this thread: the other one may not look into the document. A search for neighbours needs no radius.
mine::TrialWish OwnVersion::wishFor(bool neighbours) const {
  const Job& job = document_.session().job;
  mine::TrialWish wish{.r1 = job.r1(), .k = uint32_t(job.params.get(kLinkNeighboursParam)), .peak = peakOf};
  if (!document_.cloud().empty() && (neighbours || job.r1() > 0)) wish.cloud = document_.cloud();
  return wish;
}

void OwnVersion::start(std::shared_ptr<const mine::UserVersion> compiled) {
  later_.stop();
  if (now_.isDone) before_ = now_;
  now_ = {.file = now_.file, .version = compiled};
  at_ = 0;
  mark();
  ++number_;
  const auto work = [this, compiled, file = now_.file, number = number_, since = since_, forPoints = wishFor(false), forNeighbours = wishFor(true),
                     params = document_.session().job.params](const std::stop_token& stop) -> Worker::Then {
    auto tried = std::make_shared<OwnTrial>(OwnTrial{.file = file});
    const auto tell = [&] {
      tried->seconds = double(since.elapsed()) / kMillisecondsOfSecond;
      told_.put({number, *tried});
    };
    try {
      tried->version = compiled ? compiled : std::make_shared<const mine::UserVersion>(file, mine::UserVersionWish{}, stop);
      tried->messages = tried->version->messages;
      tried->values = tried->version->valuesOf(params);
    } catch (const mine::CompileError& error) {
      tried->refused = error, tried->messages = error.messages();
    } catch (const Error& error) {
      tried->refused = error;
    }
    tell();
    if (tried->version) {
      mine::TrialWish wish = tried->version->stage == Stage::knn ? forNeighbours : forPoints;
      tried->hadCloud = wish.cloud.has_value();
      wish.settle = [&] { stillness_.wait(stop); };
      wish.sofar = [&](const mine::Trial& trial) { tried->trial = trial, tell(); };
      const auto device = ownDevice(tried->version->backend, int(params.get(kThreadsParam)));
      tried->trial = mine::tryVersion(tried->version, wish, {*device, stop, {}}, params);
    }
    tried->isDone = true;
    tried->seconds = double(since.elapsed()) / kMillisecondsOfSecond;
    return [this, tried] {
      take(*tried);
      startNext();
    };
  };
  worker_.start(work, now_.file.string());
  Q_EMIT changed();
}

bool OwnVersion::canSanitize() const { return now_.version && now_.version->backend == Backend::cuda && !mine::sanitizerProgram().empty(); }

void OwnVersion::sanitize() {
  if (busy() || !canSanitize()) return;
  const auto work = [this, file = now_.file,
                     threads = int(document_.session().job.params.get(kThreadsParam))](const std::stop_token& stop) -> Worker::Then {
    const auto device = ownDevice(Backend::cuda, threads);
    const std::string text = mine::sanitizeVersion(file, mine::sanitizerProgram(), {*device, stop, {}}).text;
    return [this, text] {
      now_.messages = text;
      Q_EMIT changed();
      startNext();
    };
  };
  worker_.start(work, now_.file.string());
  Q_EMIT changed();
}

void OwnVersion::take(const OwnTrial& news) {
  const bool isSame = now_.trial.onCloud == news.trial.onCloud;
  now_ = news;
  if (!isSame) mark();
  if (now_.version && now_.version != added_) {
    try {
      mine::addUserVersion(now_.version);
      added_ = now_.version;
      Q_EMIT added();
    } catch (const Error& error) {
      now_.refused = error;
    }
  }
  Q_EMIT changed();
  if (!now_.isDone || !now_.version || now_.refused) return;
  followParameters();  // they may have changed since it began
  if (now_.trial.failure.empty() && !later_.isActive()) Q_EMIT tried();
}

void OwnVersion::goOn(int by) {
  const auto count = ptrdiff_t(differing()->elements.size());
  at_ = size_t(((ptrdiff_t(at_) + by) % count + count) % count);
  mark();
  Q_EMIT changed();
}

/// Their places are gathered once.
void OwnVersion::mark() {
  if (differing() == nullptr) return marks_.reset();
  marks_ = std::make_shared<const DifferingMarks>(DifferingMarks{marks_ ? marks_->places : differing()->places(), at_});
}

}  // namespace arete
