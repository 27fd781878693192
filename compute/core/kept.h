// What versions derive from a value and keep with it, so that the next stage need not make it again: grids, a copy on a GPU. No answer
// depends on it. A copy of the value starts empty; a moved value takes it along.
#pragma once

#include <concepts>
#include <memory>
#include <mutex>
#include <span>
#include <typeindex>
#include <utility>
#include <vector>

namespace arete {

class Kept {
 public:
  Kept() = default;
  Kept(const Kept&) {}
  Kept(Kept&& other) noexcept { std::swap(things_, other.things_); }
  Kept& operator=(Kept other) noexcept {
    std::swap(things_, other.things_);
    return *this;
  }

  /// The kept T if `suits(it)`; else the T that `make()` returns, which is kept instead. Calls from several threads wait for each other, so neither
  /// may call get().
  template <class T, class Suits, class Make>
  std::shared_ptr<const T> get(const Suits& suits, const Make& make) const {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const void>* place = nullptr;
    for (auto& [type, thing] : things_)
      if (type == typeid(T)) place = &thing;
    if (place != nullptr)
      if (auto kept = std::static_pointer_cast<const T>(*place); suits(*kept)) return kept;
    auto made = std::make_shared<const T>(make());
    if (place != nullptr) *place = made;
    else things_.emplace_back(typeid(T), made);
    return made;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<std::type_index, std::shared_ptr<const void>>> things_;
};

/// A list as stages read it, and what versions keep of it as long as it stays as it is; one that nobody holds longer than a stage comes without that.
template <class T>
class KeptView : public std::span<const T> {
 public:
  KeptView() = default;
  template <class List>
  requires std::convertible_to<const List&, std::span<const T>> KeptView(const List& list) : std::span<const T>(list) {}
  KeptView(std::span<const T> list, const Kept& kept) : std::span<const T>(list), kept_(&kept) {}

  const Kept* kept() const { return kept_; }  ///< nullptr: none

 private:
  const Kept* kept_ = nullptr;
};

}  // namespace arete
