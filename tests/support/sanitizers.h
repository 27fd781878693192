// Whether this build runs under a sanitizer: everything is 5 to 20 times slower then, so some tests take smaller clouds.
#pragma once

namespace arete::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace arete::test
