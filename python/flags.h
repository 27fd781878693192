// Keywords of Python are flags of arete-cli: the same tables give names, ranges, defaults and errors.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "app/cli/path_flags.h"
#include "compute/engine/job.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"
#if defined(ARETE_OFFSCREEN)
#include "app/offscreen/picture_wish.h"
#endif

namespace arete::python {

namespace py = pybind11;

/// As on a command line, each with its value: "--r1=8.3", "--compare-exact".
using Arguments = std::vector<std::string>;

/// Throws Error(wrongUse) for flags that the app does not have or values that they do not take.
void parse(CLI::App& app, const Arguments& arguments);

/// Throws Error(wrongUse) like the flags of `arete-cli detect`.
Job jobFrom(const Arguments& arguments);

struct Reading {
  ReadOptions options;
  Filter filter;
};
/// The same of the flags that say how a cloud is read, and which points of it.
Reading readingFrom(const Arguments& arguments, const std::filesystem::path& file = {});

#if defined(ARETE_OFFSCREEN)
/// The same of those that say what a picture or an animation shows, and where the latter goes.
PictureWish wishFrom(const Arguments& arguments);
#endif

/// `flags(what)`: a list of dicts with name (a keyword), flag, value ("" for a switch), help, group and repeated. `what`: a command of arete-cli, or
/// "read", "job", "long", "measures", "shapes", "picture", "animation".
void addFlags(py::module_& module);

}  // namespace arete::python
