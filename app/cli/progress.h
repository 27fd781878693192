// One line on the terminal that shows progress; nothing at all in a pipe or a file.
#pragma once

#include <chrono>
#include <string_view>

namespace arete::cli {

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `fraction` 0…1. Cheap: redraws a few times a second and only on a terminal.
  void show(double fraction, std::string_view text);
  void clear();
  /// Whether show() would draw now: for callers whose text costs something.
  bool due() const;
  /// Whether show() ever draws: on a terminal. Else nobody need watch the steps of a detection, and many are made at a time.
  bool isShown() const { return terminal_; }

 private:
  using Clock = std::chrono::steady_clock;
  const bool terminal_;
  bool drawn_ = false;
  Clock::time_point next_ = Clock::now();
};

}  // namespace arete::cli
