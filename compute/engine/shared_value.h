// A value whose copies share memory until one of them is changed: for what is large, copied often, and changed seldom.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace arete {

template <class T>
class Shared {
 public:
  Shared() : value_(std::make_shared<T>()) {}
  template <class From>
  requires(std::constructible_from<T, From> && !std::same_as<std::remove_cvref_t<From>, Shared>) Shared(From&& from)
      : value_(std::make_shared<T>(std::forward<From>(from))) {}  // as T does

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  /// To change this copy alone.
  T& edit() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }
  friend bool operator==(const Shared& a, const Shared& b) { return a.value_ == b.value_ || *a == *b; }

 private:
  std::shared_ptr<T> value_;  // never null
};

}  // namespace arete
