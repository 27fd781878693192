// View <-> JSON text: the "view" of a session file, and what Copy View puts on the clipboard.
#pragma once

#include <string>
#include <string_view>

#include "render/view.h"

namespace arete {

/// One object. Numbers that are not finite are left out, so that reading puts something usable in their place. viewFromJson gives the same
/// view back, except for the last bit of the camera's orientation and the perspective switch of a flat camera, which is always orthographic.
std::string viewToJson(const View& view);

/// Missing keys keep the values of `base`, unknown ones are ignored. Throws Error(badInput) with the key and what is allowed there when
/// the text is not a JSON object, or a value has the wrong type or is outside its range.
View viewFromJson(std::string_view text, const View& base = {});

}  // namespace arete
