// SPDX-License-Identifier: MIT
// vkQueuePresentKHR shows a frame in Vulkan. Programs link it, or ask Vulkan's loader for its address. They
// get our wrapper, which calls the loader's own function, and that one finds the device of the queue. So no
// layer is needed: nothing is installed, and nothing is added to the program's environment. Three functions
// of Vulkan's C interface are used; they are declared without a header of Vulkan.
#include "app/listen/listener.h"

namespace jitterscope::listen {
namespace {

using Address = void*;

constexpr const char* kVulkan[] = {"libvulkan.so.1", nullptr};

Real<int(void*, const void*)> g_present{"vkQueuePresentKHR", nullptr, kVulkan};
Real<Address(void*, const char*)> g_ofInstance{"vkGetInstanceProcAddr", nullptr, kVulkan};
Real<Address(void*, const char*)> g_ofDevice{"vkGetDeviceProcAddr", nullptr, kVulkan};

Address answer(const char* name, Address theirs) noexcept {
    return theirs == nullptr || name == nullptr ? theirs : answered(vulkanName(name), theirs);
}

/// The loader's function finds the device by itself. A function that a program got for one device works only
/// for that device. It is used only if there is no other.
template <typename Function>
void keepIfNone(Real<Function>& real, Address theirs) noexcept {
    if (real.get() == nullptr)
        real.set(theirs);
}

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

JITTERSCOPE_WRAP int vkQueuePresentKHR(void* queue, const void* presented) {
    const Entered entered = enter(Call::VkPresent, __builtin_frame_address(0));
    const int result = g_present.forCaller(__builtin_return_address(0))(queue, presented);
    leave(entered, Call::VkPresent, 0, __builtin_return_address(0), result);
    return result;
}

JITTERSCOPE_WRAP void* vkGetInstanceProcAddr(void* instance, const char* name) {
    return answer(name, g_ofInstance.forCaller(__builtin_return_address(0))(instance, name));
}

JITTERSCOPE_WRAP void* vkGetDeviceProcAddr(void* device, const char* name) {
    return answer(name, g_ofDevice.forCaller(__builtin_return_address(0))(device, name));
}

const Named* jitterscope::listen::vulkanName(const char* name) noexcept {
    static const Named table[] = {
        {"vkQueuePresentKHR", reinterpret_cast<void*>(&vkQueuePresentKHR),
         [](void* theirs) { keepIfNone(g_present, theirs); }, [] { return g_present.address(); }},
        {"vkGetInstanceProcAddr", reinterpret_cast<void*>(&vkGetInstanceProcAddr),
         [](void* theirs) { keepIfNone(g_ofInstance, theirs); }, [] { return g_ofInstance.address(); }},
        {"vkGetDeviceProcAddr", reinterpret_cast<void*>(&vkGetDeviceProcAddr),
         [](void* theirs) { keepIfNone(g_ofDevice, theirs); }, [] { return g_ofDevice.address(); }},
    };
    return nameIn(table, name);
}
