# arete_embed_text(target name files...): makes <name>.h with `std::string_view <name>::text(std::string_view file)` from text files.
function(arete_embed_text target name)
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  set(body "")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(key ${file} NAME)
    file(READ ${file} text)
    string(APPEND body "  if (file == \"${key}\") return R\"__(${text})__\";\n")
  endforeach()
  file(CONFIGURE OUTPUT ${directory}/${name}.h CONTENT
"// Made by cmake/EmbedText.cmake.
#pragma once
#include <string_view>
namespace ${name} {
inline std::string_view text(std::string_view file) {
${body}  return {};
}
}
" @ONLY)
  target_include_directories(${target} PRIVATE ${directory})
endfunction()
