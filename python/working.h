// Work without the interpreter lock, on a thread of its own: the calling thread waits, looks after signals (Ctrl+C) and reports progress.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace arete::python {

namespace py = pybind11;

/// What the work knows of the thread that waits for it.
class Working {
 public:
  explicit Working(bool isHeard);
  ~Working();
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

  std::stop_token stop() const { return stop_.get_token(); }
  /// Whether anybody is told what is reported.
  bool isHeard() const { return isHeard_; }
  /// Any thread. The newest report wins; it is passed on within 50 ms.
  void report(double fraction, std::string_view what);
  /// The same as the callback of a stage.
  std::function<void(double)> reporting(std::string what);

 private:
  friend void runWatched(const py::object& progress, const std::function<void(Working&)>& work);
  friend void endAllWork();
  struct Report {
    double fraction;
    std::string what;
  };
  bool endsWithin(std::chrono::milliseconds time);
  void attend(const py::object& progress);
  void end();

  const bool isHeard_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Report> news_;
  bool ended_ = false;
};

/// Calls `work`, which touches nothing of Python, and waits for it. `progress`: None, or called as progress(fraction from 0 to 1, what is done). What
/// a signal's handler or `progress` raises ends the work within 100 ms and is thrown; so is what `work` throws.
void runWatched(const py::object& progress, const std::function<void(Working&)>& work);

/// When the interpreter ends: stops what other threads are still waiting for, and waits for that. Work that begins later is cancelled at once.
void endAllWork();
/// Whether it was called: then threads end without a word.
bool isEnding();

/// The same with a result.
template <class F>
auto inBackground(const py::object& progress, F&& work) {
  std::optional<std::decay_t<std::invoke_result_t<F, Working&>>> result;
  runWatched(progress, [&](Working& working) { result.emplace(work(working)); });
  return std::move(*result);
}

}  // namespace arete::python
