// SPDX-License-Identifier: MIT
#pragma once

// What the tests are built with: GCC says it by macros, Clang by features. There everything takes longer, and
// tests do less.
#if defined(__has_feature)
#define JITTERSCOPE_HAS_FEATURE(name) __has_feature(name)
#else
#define JITTERSCOPE_HAS_FEATURE(name) 0
#endif

namespace jitterscope {

#if defined(__SANITIZE_ADDRESS__) || JITTERSCOPE_HAS_FEATURE(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#if defined(__SANITIZE_THREAD__) || JITTERSCOPE_HAS_FEATURE(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
inline constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;

} // namespace jitterscope

#undef JITTERSCOPE_HAS_FEATURE
