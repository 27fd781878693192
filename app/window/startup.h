// What must happen before and after QApplication is made, in the program and in tests.
#pragma once

namespace arete {

/// Before QApplication: the kind of OpenGL, and contexts that share.
void chooseSurface();
/// After it: number formats, names for the settings.
void prepareApplication();

}  // namespace arete
