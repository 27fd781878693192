// Asks what an animation shows and how it is written, draws it, and writes it.
#pragma once

#include <filesystem>

#include "app/offscreen/animate.h"
#include "app/window/controller.h"
#include "app/window/picture_widget.h"

namespace arete {

/// What the window shows now, as an animation: throws as makeAnimation. Events are taken while a step is computed.
std::vector<std::string> exportAnimation(const AnimationWish& wish, const AnimationScene& scene, bool labels, const Controller& controller,
                                         PictureWidget& picture, const std::function<void(size_t done, size_t all)>& progress);

/// The present view in a size, with the frame that is shown.
AnimationScene animationScene(const Viewport& viewport, Theme theme, bool transparent, const Controller& controller, PictureWidget& picture);

/// True when one was written.
bool showAnimationDialog(QWidget& parent, Controller& controller, PictureWidget& picture);

}  // namespace arete
