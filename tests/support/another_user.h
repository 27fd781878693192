// Makes the file system apply permissions even where tests run as root, who would be above them.
#pragma once

#include <unistd.h>

namespace arete::test {

/// While it lives, root is another user; anybody else stays who he is.
class AnotherUser {
 public:
  AnotherUser() : wasRoot_(::geteuid() == 0), is_(!wasRoot_ || ::seteuid(kNobody) == 0) {}
  ~AnotherUser() { [[maybe_unused]] const bool isRootAgain = !wasRoot_ || !is_ || ::seteuid(0) == 0; }
  AnotherUser(const AnotherUser&) = delete;
  AnotherUser& operator=(const AnotherUser&) = delete;

  /// False: root could not become another user, so permissions stop nothing here.
  bool isStopped() const { return is_; }

 private:
  static constexpr uid_t kNobody = 65534;
  bool wasRoot_, is_;
};

}  // namespace arete::test
