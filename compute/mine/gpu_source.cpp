#include "compute/mine/gpu_source.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

#include "compute/core/error.h"

namespace arete::mine {

namespace {

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The source with blanks in the place of comments and of what literals hold, so that places are the same and all else is code.
std::string codeOf(std::string_view source) {
  std::string code(source);
  const auto blank = [&](size_t from, size_t to) {
    for (size_t i = from; i < std::min(to, code.size()); ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  for (size_t i = 0; i < source.size(); ++i) {
    const std::string_view rest = source.substr(i);
    size_t end = i;
    if (rest.starts_with("//")) end = std::min(source.find('\n', i), source.size());
    else if (rest.starts_with("/*")) end = std::min(source.find("*/", i + 2), source.size() - 2) + 2;
    else if (rest[0] == '"' || (rest[0] == '\'' && (i == 0 || !isLetter(source[i - 1])))) {
      for (end = i + 1; end < source.size() && source[end] != rest[0] && source[end] != '\n'; ++end) end += source[end] == '\\';
      blank(i + 1, end);
      i = end;
      continue;
    }
    if (end > i) blank(i, end), i = end - 1;
  }
  return code;
}

class HostReader {
 public:
  HostReader(std::string_view source, const std::string& file) : source_(source), file_(file), code_(codeOf(source)) {}

  HostSource read() {
    HostSource host;
    readFunctions(host);
    readLaunches();
    std::ranges::sort(changes_, {}, &Change::from);
    size_t done = 0;
    for (const Change& change : changes_) {
      if (change.from < done) continue;  // within a body that went
      host.text.append(source_.substr(done, change.from - done)).append(change.text);
      host.text.append(size_t(std::count(code_.begin() + ptrdiff_t(change.from), code_.begin() + ptrdiff_t(change.to), '\n')), '\n');
      done = change.to;
    }
    host.text.append(source_.substr(done));
    return host;
  }

 private:
  struct Change {
    size_t from, to;
    std::string text;
  };

  [[noreturn]] void refuse(size_t at, const std::string& reason) const {
    const auto line = std::count(code_.begin(), code_.begin() + ptrdiff_t(at), '\n') + 1;
    throw Error(ErrorKind::badInput, "cannot compile the version without nvcc", file_ + ":" + std::to_string(line), reason,
                "install the CUDA Toolkit, whose nvcc takes all of CUDA");
  }

  size_t blanks(size_t at) const { return std::min(code_.find_first_not_of(" \t\r\n", at), code_.size()); }
  std::string wordAt(size_t at) const {
    size_t end = at;
    while (end < code_.size() && isLetter(code_[end])) ++end;
    return code_.substr(at, end - at);
  }
  /// Behind the bracket that closes the one there.
  size_t closed(size_t at) const {
    static constexpr std::string_view kOpen = "([{", kClose = ")]}";
    size_t depth = 0;
    for (size_t i = at; i < code_.size(); ++i) {
      depth += kOpen.find(code_[i]) != kOpen.npos;
      if (kClose.find(code_[i]) != kClose.npos && --depth == 0) return i + 1;
    }
    refuse(at, "a bracket is not closed");
  }

  void readFunctions(HostSource& host) {
    for (const std::string_view word : {"__global__", "__device__"})
      for (size_t at = 0; (at = code_.find(word, at)) != code_.npos; at += word.size()) {
        if ((at > 0 && isLetter(code_[at - 1])) || isLetter(code_[at + word.size()])) continue;
        if (word == "__global__") readKernel(at, host);
        else readDeviceFunction(at);
      }
  }

  /// The body of a kernel that is defined here goes; its stub launches it.
  void readKernel(size_t at, HostSource& host) {
    size_t open = at;
    std::string name;
    for (;;) {  // to the brackets that belong to no attribute
      open = code_.find_first_of("(;{", open);
      if (open == code_.npos || code_[open] != '(') refuse(at, "this is no function that can be a kernel");
      size_t end = open;
      while (end > at && std::isspace(static_cast<unsigned char>(code_[end - 1])) != 0) --end;
      size_t begin = end;
      while (begin > at && isLetter(code_[begin - 1])) --begin;
      name = code_.substr(begin, end - begin);
      if (name != "__launch_bounds__" && name != "__attribute__" && name != "alignas") break;
      open = closed(open);
    }
    host.kernels.push_back(name);
    dropStatic(at);
    const size_t behind = closed(open), body = blanks(behind);
    if (body >= code_.size() || code_[body] != '{') return;
    changes_.push_back({body, closed(body), stubOf(open + 1, behind - 1)});
  }

  /// A kernel has a symbol, so that it can be found by that.
  void dropStatic(size_t at) {
    const size_t line = code_.find_last_of(";}\n", at);
    const size_t found = code_.find("static", line == code_.npos ? 0 : line);
    if (found < at) changes_.push_back({found, found + std::strlen("static"), ""});
  }

  std::string stubOf(size_t from, size_t to) const {
    std::string list;
    size_t begin = from;
    int depth = 0;
    for (size_t i = from; i <= to; ++i) {
      if (i < to) depth += (std::strchr("([{<", code_[i]) != nullptr) - (std::strchr(")]}>", code_[i]) != nullptr);
      if (i < to && (code_[i] != ',' || depth > 0)) continue;
      if (const std::string name = parameterIn(begin, i); !name.empty())
        list += (list.empty() ? "" : ", ") + ("const_cast<void*>(static_cast<const void*>(&" + name + "))");
      begin = i + 1;
    }
    return "{ void* arguments[] = {" + (list.empty() ? "nullptr" : list) + "}; ::arete_gpu::launch(arguments); asm volatile(\"\"); }";
  }

  /// The name of a parameter: the last word before its default value.
  std::string parameterIn(size_t from, size_t to) const {
    to = std::min(to, std::min(code_.find('=', from), code_.size()));
    while (to > from && !isLetter(code_[to - 1])) --to;
    size_t begin = to;
    while (begin > from && isLetter(code_[begin - 1])) --begin;
    const std::string name = code_.substr(begin, to - begin);
    return name == "void" ? "" : name;
  }

  /// Its body may say what a host cannot; one that is for both stays.
  void readDeviceFunction(size_t at) {
    const size_t before = code_.find_last_not_of(" \t\r\n", at == 0 ? 0 : at - 1);
    const bool isAfterHost = before != code_.npos && before >= 7 && code_.substr(before - 7, 8) == "__host__";
    if (isAfterHost || wordAt(blanks(at + std::strlen("__device__"))) == "__host__") return;
    const size_t open = code_.find_first_of("(;{=", at);
    if (open == code_.npos || code_[open] != '(') return;
    const size_t body = blanks(closed(open));
    if (body < code_.size() && code_[body] == '{') changes_.push_back({body, closed(body), ";"});
  }

  /// name<T><<<blocks, threads>>>(…) becomes configure(blocks, threads), name<T>(…).
  void readLaunches() {
    for (size_t at = 0; (at = code_.find("<<<", at)) != code_.npos; at += 3) {
      const size_t end = code_.find(">>>", at);
      if (end == code_.npos) refuse(at, "a launch has no >>>");
      changes_.push_back({calleeBefore(at), calleeBefore(at), "::arete_gpu::configure(" + std::string(source_.substr(at + 3, end - at - 3)) + "), "});
      changes_.push_back({at, end + 3, ""});
    }
  }

  size_t calleeBefore(size_t at) const {
    size_t begin = at;
    const auto skipBlanks = [&] {
      while (begin > 0 && std::isspace(static_cast<unsigned char>(code_[begin - 1])) != 0) --begin;
    };
    skipBlanks();
    if (begin > 0 && code_[begin - 1] == '>') {
      int depth = 0;
      do {
        --begin;
        depth += (code_[begin] == '>') - (code_[begin] == '<');
      } while (depth > 0 && begin > 0);
      skipBlanks();
    }
    while (begin > 0 && (isLetter(code_[begin - 1]) || code_[begin - 1] == ':')) --begin;
    if (begin == at) refuse(at, "a launch names no kernel");
    return begin;
  }

  const std::string_view source_;
  const std::string& file_;
  const std::string code_;
  std::vector<Change> changes_;
};

/// "void look<float>(AreteEvolve<float>)": the name with its arguments, "look<float>".
std::string nameIn(const std::string& demangled) {
  int depth = 0;
  size_t begin = 0, end = demangled.size();
  for (size_t i = 0; i < demangled.size(); ++i) {
    depth += (demangled[i] == '<') - (demangled[i] == '>');
    if (depth > 0) continue;
    if (demangled[i] == ' ') begin = i + 1;
    if (demangled[i] == '(') return demangled.substr(begin, i - begin);
  }
  return demangled.substr(begin, end - begin);
}

std::string plainName(const std::string& name) {
  const std::string without = name.substr(0, name.find('<'));
  return without.substr(without.rfind(':') == without.npos ? 0 : without.rfind(':') + 1);
}

template <class Part>
const Part* partAt(const std::string& object, uint64_t offset, uint64_t count = 1) {
  if (offset > object.size() || count > (object.size() - offset) / sizeof(Part)) return nullptr;
  return reinterpret_cast<const Part*>(object.data() + offset);
}

std::vector<std::string> definedSymbols(const std::string& object) {
  std::vector<std::string> found;
  const auto* const head = partAt<Elf64_Ehdr>(object, 0);
  if (head == nullptr || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64) return found;
  const auto* const sections = partAt<Elf64_Shdr>(object, head->e_shoff, head->e_shnum);
  for (uint32_t i = 0; sections != nullptr && i < head->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= head->e_shnum) continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const uint64_t count = section.sh_size / sizeof(Elf64_Sym);
    const auto* const symbols = partAt<Elf64_Sym>(object, section.sh_offset, count);
    if (symbols == nullptr || names.sh_offset + names.sh_size > object.size()) continue;
    for (uint64_t s = 0; s < count; ++s)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && symbols[s].st_shndx != SHN_UNDEF && symbols[s].st_name < names.sh_size)
        found.emplace_back(object.c_str() + names.sh_offset + symbols[s].st_name);
  }
  return found;
}

constexpr std::string_view kPrelude = R"(// Made by Arete: CUDA's words for a compiler that has none of them.
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <cmath>
#include <stdexcept>
#include <string>
#if defined(__clang__)
#define __global__ __attribute__((noinline))
#else
#define __global__ __attribute__((noipa))
#endif
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
struct CUstream_st;
using cudaStream_t = CUstream_st*;
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
};
template <class T> constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
extern "C" __attribute__((visibility("default"))) const unsigned char arete_gpu_image[];
extern "C" __attribute__((visibility("default"))) const char* const arete_gpu_kernels[];
namespace arete_gpu {
struct Shape { dim3 blocks, threads; size_t shared; cudaStream_t stream; };
inline Shape& shape() { static thread_local Shape present{}; return present; }
inline void configure(dim3 blocks, dim3 threads, size_t shared = 0, cudaStream_t stream = nullptr) { shape() = {blocks, threads, shared, stream}; }
inline void check(int result, const char* call) {
  if (result != 0) throw std::runtime_error(std::string(call) + " gave the error " + std::to_string(result) + " of CUDA's driver");
}
struct Driver {
  int (*load)(void**, const void*);
  int (*find)(void**, void*, const char*);
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, cudaStream_t, void**, void**);
  void* module = nullptr;
  Driver() {
    void* const library = ::dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) throw std::runtime_error("there is no libcuda.so.1, the driver of NVIDIA");
    load = reinterpret_cast<decltype(load)>(::dlsym(library, "cuModuleLoadData"));
    find = reinterpret_cast<decltype(find)>(::dlsym(library, "cuModuleGetFunction"));
    launch = reinterpret_cast<decltype(launch)>(::dlsym(library, "cuLaunchKernel"));
    check(load(&module, arete_gpu_image), "cuModuleLoadData");
  }
};
/// The function that calls this one is the kernel's; its symbol says which.
__attribute__((noinline)) inline void launch(void** arguments) {
  static Driver driver;
  Dl_info about{};
  const char* lowered = nullptr;
  if (::dladdr(__builtin_return_address(0), &about) != 0 && about.dli_sname != nullptr)
    for (const char* const* each = arete_gpu_kernels; *each != nullptr; each += 2)
      if (std::string(*each) == about.dli_sname) lowered = each[1];
  if (lowered == nullptr) throw std::runtime_error("a kernel was not found by its name");
  void* function = nullptr;
  check(driver.find(&function, driver.module, lowered), "cuModuleGetFunction");
  const Shape& s = shape();
  check(driver.launch(function, s.blocks.x, s.blocks.y, s.blocks.z, s.threads.x, s.threads.y, s.threads.z, unsigned(s.shared), s.stream, arguments,
                      nullptr), "cuLaunchKernel");
}
}
)";

}  // namespace

HostSource hostSourceOf(std::string_view source, const std::string& file) { return HostReader(source, file).read(); }

std::string_view hostPrelude() { return kPrelude; }

std::vector<KernelSymbol> kernelsIn(const std::string& object, const std::vector<std::string>& names) {
  std::vector<KernelSymbol> found;
  std::set<std::string> seen;
  for (const std::string& symbol : definedSymbols(object)) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    if (!text) continue;
    const std::string name = nameIn(text.get());
    if (std::ranges::find(names, plainName(name)) != names.end() && seen.insert(name).second) found.push_back({symbol, name});
  }
  return found;
}

}  // namespace arete::mine
