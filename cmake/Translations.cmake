# arete_translations(target files.po...): makes translations.h with `translations::tables()`, pairs of a language's code and its table as msgfmt (Debian's
# gettext) makes it. A text that is not translated, or fuzzy, is left out of the table and so stays English.
function(arete_translations target)
  find_program(MSGFMT msgfmt REQUIRED)
  string(TOLOWER "${CMAKE_CXX_BYTE_ORDER}" order)
  string(REPLACE "_endian" "" order "${order}")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  set(rows "")
  list(LENGTH ARGN count)
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(code ${file} NAME_WE)
    set(table ${CMAKE_CURRENT_BINARY_DIR}/translations/${code}.mo)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/translations)
    execute_process(COMMAND ${MSGFMT} --check --endianness=${order} --no-hash -o ${table} ${PROJECT_SOURCE_DIR}/${file} COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${table} bytes HEX)
    string(LENGTH "${bytes}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(APPEND rows "      {\"${code}\", {\"${bytes}\", ${size}}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${directory}/translations.h CONTENT
"// Made by cmake/Translations.cmake.
#pragma once
#include <array>
#include <string_view>
#include <utility>
namespace translations {
inline const auto& tables() {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, ${count}> all = {{
${rows}  }};
  return all;
}
}
" @ONLY)
  target_include_directories(${target} PRIVATE ${directory})
endfunction()
