// To be refused by the file system as anybody is, also where tests run as root, whom no permission stops.
#pragma once

#include <unistd.h>

namespace arete::test {

/// While it lives, root is another user; anybody else stays who he is.
class AnotherUser {
 public:
  AnotherUser() : wasRoot_(::geteuid() == 0), is_(!wasRoot_ || ::seteuid(kNobody) == 0) {}
  ~AnotherUser() {
    if (wasRoot_ && is_) static_cast<void>(::seteuid(0));
  }
  AnotherUser(const AnotherUser&) = delete;
  AnotherUser& operator=(const AnotherUser&) = delete;

  /// False: root could not become another user, so permissions stop nothing here.
  bool isStopped() const { return is_; }

 private:
  static constexpr uid_t kNobody = 65534;
  bool wasRoot_, is_;
};

}  // namespace arete::test
