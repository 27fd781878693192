// What must happen before and after QApplication is made, in the program and in tests.
#pragma once

#include <QtMessageHandler>

namespace arete {

class RuntimeFolder;

/// Before QApplication: the kind of OpenGL, and contexts that share.
void chooseSurface();
/// While QApplication is made: where no display answers Qt would abort. This says so, removes the folder and exits with 1. One at a time.
class DisplayWatch {
 public:
  explicit DisplayWatch(RuntimeFolder& folder);
  ~DisplayWatch();
  DisplayWatch(const DisplayWatch&) = delete;
  DisplayWatch& operator=(const DisplayWatch&) = delete;

 private:
  QtMessageHandler before_;
};
/// After it: number formats, names for the settings.
void prepareApplication();

}  // namespace arete
