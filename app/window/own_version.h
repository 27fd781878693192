// Versions that the user writes: whenever one of their files is saved, it is compiled, compared with the reference and timed, on a thread of its own
// and in processes of their own. The last two happen also whenever a parameter that the file declares is changed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include "app/window/document.h"
#include "app/window/stillness.h"
#include "compute/core/mailbox.h"
#include "compute/core/worker.h"
#include "compute/files/fingerprint.h"
#include "compute/mine/trial.h"
#include "render/scene.h"

namespace arete {

/// What is known of a file as it was saved at one time.
struct OwnTrial {
  std::filesystem::path file = {};
  std::shared_ptr<const mine::UserVersion> version = nullptr;  ///< null while it is compiled, or where that failed
  std::optional<Error> refused = {};                           ///< why
  std::string messages = {};                                   ///< of the compiler
  std::vector<double> values = {};                             ///< of the version's parameters
  mine::Trial trial = {};
  double seconds = 0;    ///< from saving it until all of this was known
  bool isDone = false;   ///< else more is to come, or it was stopped
  bool hadCloud = true;  ///< false: there was no cloud with a radius to compare it on
};

class OwnVersion : public QObject {
  Q_OBJECT
 public:
  explicit OwnVersion(const Document& document);

  /// Whether all that was told is on the screen: nothing is timed before.
  void drawnWhen(std::function<bool()> isDrawn) { isDrawn_ = std::move(isDrawn); }
  /// By the user's own deed alone: it compiles and runs the file, now and whenever it is saved.
  void add(const std::filesystem::path& file);
  void again();  ///< the same file on what is open now
  /// Other values of its parameters: compared and timed with these, soon.
  void followParameters();
  /// The version of the GPU under compute-sanitizer, whose text becomes messages.
  void sanitize();
  bool canSanitize() const;
  void stop();
  bool busy() const { return worker_.busy(); }
  /// Whether one was added.
  bool open() const { return !now_.file.empty(); }
  const OwnTrial& now() const { return now_; }
  const OwnTrial& before() const { return before_; }  ///< the one before that, of the same file, where it came to an end
  /// Another cloud, or other points of it: what differed is nowhere any more.
  void follow();

  /// The points of the cloud whose answers differ; null for none.
  const mine::DifferingPoints* differing() const { return now_.trial.onCloud.get(); }
  /// The same for the picture.
  const std::shared_ptr<const DifferingMarks>& marks() const { return marks_; }
  size_t at() const { return at_; }  ///< the one of these that is looked at
  void goOn(int by);                 ///< to the next one, and round; there are some

 Q_SIGNALS:
  void changed();  ///< more is known
  void added();    ///< the version is in the catalogue
  void tried();    ///< all is known of a version that does what it should, with the present values of its parameters

 private:
  void startNext();
  /// With the file as it is, or with this version of it.
  void start(std::shared_ptr<const mine::UserVersion> compiled = nullptr);
  void take(const OwnTrial& news);
  void lookAtFiles();
  void mark();
  void watch(const std::filesystem::path& file);
  mine::TrialWish wishFor(bool neighbours) const;

  const Document& document_;
  std::vector<std::filesystem::path> waiting_;  ///< while another one is tried
  OwnTrial now_, before_;
  std::shared_ptr<const mine::UserVersion> added_;
  size_t at_ = 0;
  std::shared_ptr<const DifferingMarks> marks_;  ///< of now_
  QFileSystemWatcher watcher_;
  QTimer later_;                                                         ///< after the last change of a parameter
  QTimer soon_;                                                          ///< after the last sign of a change: editors write in several steps
  std::map<std::filesystem::path, std::optional<Fingerprint>> watched_;  ///< as they were tried last
  QElapsedTimer since_;
  struct News {
    uint64_t number = 0;
    OwnTrial trial;
  };
  std::function<bool()> isDrawn_ = [] { return true; };
  Stillness stillness_{[this] { return isDrawn_(); }};
  uint64_t number_ = 0;  ///< of the newest start: news of others do not count
  Mailbox<News> told_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
