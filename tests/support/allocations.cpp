// SPDX-License-Identifier: MIT
#include "tests/support/allocations.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::int64_t g_allocations = 0;
} // namespace

std::int64_t jitterscope::test::allocations() {
    return g_allocations;
}

void* operator new(std::size_t size) {
    ++g_allocations;
    if (void* const place = std::malloc(size))
        return place;
    throw std::bad_alloc();
}
void operator delete(void* place) noexcept {
    std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
    std::free(place);
}
