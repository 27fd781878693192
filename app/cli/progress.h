// One line on the terminal that shows progress, as wide as that at most; in a pipe or a file nothing at all, or with --verbose lines.
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

  /// `fraction` 0…1. Cheap: redraws a few times a second and only on a terminal, or with --verbose.
  void show(double fraction, std::string_view text);
  void clear();
  /// Whether show() would draw now: for callers whose text costs something.
  bool due() const;
  /// Whether show() ever draws. Else nobody need watch the steps of a detection, and many are made at a time.
  bool isShown() const { return terminal_ || lines_; }

 private:
  using Clock = std::chrono::steady_clock;
  void sayLine(double fraction, std::string_view text);

  const bool terminal_, lines_;
  bool drawn_ = false;
  Clock::time_point next_ = Clock::now(), nextLine_ = next_;
};

}  // namespace arete::cli
