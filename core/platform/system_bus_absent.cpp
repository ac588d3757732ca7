// SPDX-License-Identifier: MIT
#include "core/platform/system_bus.h"

// A build without libsystemd, and the library alone.

namespace jitterscope {
namespace {

Support unsupported() {
    return {false, "this program was built without D-Bus (libsystemd)"};
}

} // namespace

Support systemBusSupport() {
    return unsupported();
}

Support realtimeKitSupport() {
    return unsupported();
}

Support makeRealtimeThroughKit() {
    return unsupported();
}

void useRealtimeKit(bool /*use*/) noexcept {}

struct SleepInhibitor::Held {};

SleepInhibitor::SleepInhibitor() : m_support(unsupported()) {}

SleepInhibitor::~SleepInhibitor() = default;

} // namespace jitterscope
