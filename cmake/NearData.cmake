# cmake -DNM=… -DARCHIVES="a.a;b.a" -DNAMES=REGEX -DOUTPUT=FILE -P NearData.cmake: a source that gives the module pointers of its own for those of a
# library that the objects expect near them. python/process_data.cpp says why. Epoxy's pointers lead to functions that look at the library's own pointer,
# so a copy of what they are when the module is loaded serves for good.
set(text "")
foreach(archive ${ARCHIVES})
  execute_process(COMMAND ${NM} --undefined-only --format=just-symbols ${archive} OUTPUT_VARIABLE names ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  string(APPEND text ${names})
endforeach()
string(REGEX MATCHALL "[A-Za-z0-9_]+" names "${text}")
list(FILTER names INCLUDE REGEX ${NAMES})
list(REMOVE_DUPLICATES names)
list(SORT names)
set(variables "")
set(rows "")
foreach(name ${names})
  string(APPEND variables "void* near_${name} __asm__(\"${name}\") __attribute__((visibility(\"hidden\"), used)) = nullptr;\n")
  string(APPEND rows "    {\"${name}\", &near_${name}},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"// Made by cmake/NearData.cmake.
#include <dlfcn.h>

extern \"C\" {
${variables}}

static const struct {
  const char* name;
  void** variable;
} kNear[] = {
${rows}    {nullptr, nullptr},
};

__attribute__((constructor(101))) static void takeNearData() {
  for (const auto* row = kNear; row->name != nullptr; ++row)
    if (void* const found = dlsym(RTLD_DEFAULT, row->name); found != nullptr) *row->variable = *static_cast<void**>(found);
}
" @ONLY)
