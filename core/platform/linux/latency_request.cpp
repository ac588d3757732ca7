// SPDX-License-Identifier: MIT
#include "core/platform/latency_request.h"

#include "core/platform/linux/latency_device.h"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace jitterscope {
namespace {

/// Opening alone asks for nothing: the request is what is written.
Descriptor openDevice(const std::string& device) {
    return Descriptor(::open(device.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

Support refused(const std::string& device, int errorNumber) {
    const std::string rights =
        errorNumber == EACCES || errorNumber == EPERM ? "; root or a udev rule for it is needed" : "";
    return {false, device + ": " + std::generic_category().message(errorNumber) + rights};
}

constexpr const char* kLatencyDevice = "/dev/cpu_dma_latency";

} // namespace

Descriptor holdLatency(const std::string& device, Support& support) {
    Descriptor file = openDevice(device);
    const std::int32_t microseconds = 0; // Documentation/power/pm_qos_interface.rst: four bytes, binary
    if (file && ::write(file.get(), &microseconds, sizeof microseconds) == sizeof microseconds)
        return file;
    support = refused(device, errno);
    return Descriptor();
}

Support latencySupport(const std::string& device) {
    return openDevice(device) ? Support{} : refused(device, errno);
}

struct LatencyRequest::Held {
    Descriptor file;
};

LatencyRequest::LatencyRequest() : m_held(std::make_unique<Held>()) {
    m_held->file = holdLatency(kLatencyDevice, m_support);
}

LatencyRequest::~LatencyRequest() = default;

Support latencyRequestSupport() {
    return latencySupport(kLatencyDevice);
}

} // namespace jitterscope
