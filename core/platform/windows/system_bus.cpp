// SPDX-License-Identifier: MIT
#include "core/platform/system_bus.h"

#include "core/platform/windows/handle.h"
#include "core/platform/windows/path_error.h"

namespace jitterscope {
namespace {

Support noBus() {
    return {false, "Windows has no system bus"};
}

} // namespace

Support systemBusSupport() {
    return noBus();
}

Support realtimeKitSupport() {
    return noBus();
}

Support makeRealtimeThroughKit() {
    return noBus();
}

void useRealtimeKit(bool) noexcept {}

/// A power request, which Windows drops with its handle.
struct SleepInhibitor::Held {
    OwnedHandle request;
};

SleepInhibitor::SleepInhibitor() : m_held(std::make_unique<Held>()) {
    wchar_t why[] = L"Jitterscope is measuring";
    REASON_CONTEXT reason{};
    reason.Version = POWER_REQUEST_CONTEXT_VERSION;
    reason.Flags = POWER_REQUEST_CONTEXT_SIMPLE_STRING;
    reason.Reason.SimpleReasonString = &why[0];
    m_held->request = OwnedHandle(::PowerCreateRequest(&reason));
    if (!m_held->request || ::PowerSetRequest(m_held->request.get(), PowerRequestSystemRequired) == 0)
        m_support = {false, "Windows refuses a power request: " + codeText(::GetLastError())};
}

SleepInhibitor::~SleepInhibitor() = default;

} // namespace jitterscope
