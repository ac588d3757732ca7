// SPDX-License-Identifier: MIT
// Calls that show a frame, SDL's delay, and the program's own mark. Programs call these by name, or ask for
// their addresses. Then they get the address of our wrapper, and the wrapper calls what they would have got.
#include "app/listen/exact_wait.h"
#include "app/listen/listener.h"

#include <cstdint>
#include <cstring>

namespace jitterscope::listen {
namespace {

using Opaque = void*;

// libGL has functions that call those of libGLX.
constexpr const char* kGl[] = {"libGL.so.1", "libGLX.so.0", nullptr};
constexpr const char* kEgl[] = {"libEGL.so.1", nullptr};
// The oldest first. An old SDL may be built on a newer one; its calls to that one are not the program's.
constexpr const char* kSdl[] = {"libSDL-1.2.so.0", "libSDL2-2.0.so.0", "libSDL3.so.0", nullptr};
constexpr const char* kX[] = {"libX11.so.6", "libXext.so.6", nullptr};
constexpr const char* kXcb[] = {"libxcb.so.1", "libxcb-shm.so.0", nullptr};

Real<void(Opaque, unsigned long)> g_glxSwap{"glXSwapBuffers", nullptr, kGl};
Real<unsigned(Opaque, Opaque)> g_eglSwap{"eglSwapBuffers", nullptr, kEgl};
Real<unsigned(Opaque, Opaque, const std::int32_t*, std::int32_t)> g_eglDamage{"eglSwapBuffersWithDamageKHR",
                                                                              nullptr, kEgl};
Real<unsigned(Opaque, Opaque, const std::int32_t*, std::int32_t)> g_eglDamageExt{
    "eglSwapBuffersWithDamageEXT", nullptr, kEgl};
Real<int(Opaque)> g_sdlSwap{"SDL_GL_SwapWindow", nullptr, kSdl};
Real<void()> g_sdlSwap1{"SDL_GL_SwapBuffers", nullptr, kSdl};
Real<int(Opaque)> g_sdlPresent{"SDL_RenderPresent", nullptr, kSdl};
Real<int(Opaque)> g_sdlUpdate{"SDL_UpdateWindowSurface", nullptr, kSdl};
Real<int(Opaque, Opaque, int)> g_sdlRects{"SDL_UpdateWindowSurfaceRects", nullptr, kSdl};
Real<void(Opaque, std::int32_t, std::int32_t, std::uint32_t, std::uint32_t)> g_sdlRect1{"SDL_UpdateRect",
                                                                                        nullptr, kSdl};
Real<void(Opaque, int, Opaque)> g_sdlRects1{"SDL_UpdateRects", nullptr, kSdl};
Real<int(Opaque)> g_sdlFlip{"SDL_Flip", nullptr, kSdl};
Real<void(std::uint32_t)> g_sdlDelay{"SDL_Delay", nullptr, kSdl};
Real<void(std::uint64_t)> g_sdlDelayNs{"SDL_DelayNS", nullptr, kSdl};
Real<void(std::uint64_t)> g_sdlDelayPrecise{"SDL_DelayPrecise", nullptr, kSdl};
Real<int(Opaque, unsigned long, Opaque, Opaque, int, int, int, int, unsigned, unsigned)> g_xPut{"XPutImage",
                                                                                                nullptr, kX};
Real<int(Opaque, unsigned long, Opaque, Opaque, int, int, int, int, unsigned, unsigned, int)> g_xShmPut{
    "XShmPutImage", nullptr, kX};
Real<unsigned(Opaque, std::uint8_t, std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t, std::int16_t,
              std::int16_t, std::uint8_t, std::uint8_t, std::uint32_t, const std::uint8_t*)>
    g_xcbPut{"xcb_put_image", nullptr, kXcb};
Real<unsigned(Opaque, std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t, std::uint16_t,
              std::uint16_t, std::uint16_t, std::uint16_t, std::int16_t, std::int16_t, std::uint8_t,
              std::uint8_t, std::uint8_t, std::uint32_t, std::uint32_t)>
    g_xcbShmPut{"xcb_shm_put_image", nullptr, kXcb};
Real<Opaque(Opaque, const char*)> g_dlsym{"dlsym", "GLIBC_2.34"};
Real<Opaque(const unsigned char*)> g_glxAddress{"glXGetProcAddress", nullptr, kGl};
Real<Opaque(const unsigned char*)> g_glxAddressArb{"glXGetProcAddressARB", nullptr, kGl};
Real<Opaque(const char*)> g_eglAddress{"eglGetProcAddress", nullptr, kEgl};

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

JITTERSCOPE_WRAP void glXSwapBuffers(void* display, unsigned long drawable) {
    const Entered entered = enter(Call::GlxSwap, HERE);
    g_glxSwap.forCaller(CALLER)(display, drawable);
    leave(entered, Call::GlxSwap, 0, CALLER, 0);
}

JITTERSCOPE_WRAP unsigned eglSwapBuffers(void* display, void* surface) {
    const Entered entered = enter(Call::EglSwap, HERE);
    const unsigned result = g_eglSwap.forCaller(CALLER)(display, surface);
    leave(entered, Call::EglSwap, 0, CALLER, static_cast<int>(result));
    return result;
}

JITTERSCOPE_WRAP unsigned eglSwapBuffersWithDamageKHR(void* display, void* surface,
                                                      const std::int32_t* rectangles, std::int32_t count) {
    const Entered entered = enter(Call::EglSwap, HERE);
    const unsigned result = g_eglDamage.forCaller(CALLER)(display, surface, rectangles, count);
    leave(entered, Call::EglSwap, 0, CALLER, static_cast<int>(result));
    return result;
}

JITTERSCOPE_WRAP unsigned eglSwapBuffersWithDamageEXT(void* display, void* surface,
                                                      const std::int32_t* rectangles, std::int32_t count) {
    const Entered entered = enter(Call::EglSwap, HERE);
    const unsigned result = g_eglDamageExt.forCaller(CALLER)(display, surface, rectangles, count);
    leave(entered, Call::EglSwap, 0, CALLER, static_cast<int>(result));
    return result;
}

/// SDL 2 returns nothing, SDL 3 returns a bool. The wrapper returns what is in the register.
JITTERSCOPE_WRAP int SDL_GL_SwapWindow(void* window) {
    const Entered entered = enter(Call::SdlSwap, HERE);
    const int result = g_sdlSwap.forCaller(CALLER)(window);
    leave(entered, Call::SdlSwap, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP void SDL_GL_SwapBuffers() {
    const Entered entered = enter(Call::SdlSwap, HERE);
    g_sdlSwap1.forCaller(CALLER)();
    leave(entered, Call::SdlSwap, 0, CALLER, 0);
}

JITTERSCOPE_WRAP int SDL_RenderPresent(void* renderer) {
    const Entered entered = enter(Call::SdlPresent, HERE);
    const int result = g_sdlPresent.forCaller(CALLER)(renderer);
    leave(entered, Call::SdlPresent, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int SDL_UpdateWindowSurface(void* window) {
    const Entered entered = enter(Call::SdlUpdate, HERE);
    const int result = g_sdlUpdate.forCaller(CALLER)(window);
    leave(entered, Call::SdlUpdate, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int SDL_Flip(void* surface) {
    const Entered entered = enter(Call::SdlUpdate, HERE);
    const int result = g_sdlFlip.forCaller(CALLER)(surface);
    leave(entered, Call::SdlUpdate, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int XPutImage(void* display, unsigned long drawable, void* context, void* image, int fromX,
                               int fromY, int toX, int toY, unsigned width, unsigned height) {
    const Entered entered = enter(Call::XPut, HERE);
    const int result =
        g_xPut.forCaller(CALLER)(display, drawable, context, image, fromX, fromY, toX, toY, width, height);
    leave(entered, Call::XPut, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int XShmPutImage(void* display, unsigned long drawable, void* context, void* image,
                                  int fromX, int fromY, int toX, int toY, unsigned width, unsigned height,
                                  int event) {
    const Entered entered = enter(Call::XPut, HERE);
    const int result = g_xShmPut.forCaller(CALLER)(display, drawable, context, image, fromX, fromY, toX, toY,
                                                   width, height, event);
    leave(entered, Call::XPut, 0, CALLER, result);
    return result;
}

// --- pieces of a picture ---

JITTERSCOPE_WRAP int SDL_UpdateWindowSurfaceRects(void* window, void* rectangles, int count) {
    const Entered entered = enter(Call::SdlRects, HERE);
    const int result = g_sdlRects.forCaller(CALLER)(window, rectangles, count);
    leave(entered, Call::SdlRects, 0, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP void SDL_UpdateRect(void* surface, std::int32_t x, std::int32_t y, std::uint32_t width,
                                     std::uint32_t height) {
    const Entered entered = enter(Call::SdlRects, HERE);
    g_sdlRect1.forCaller(CALLER)(surface, x, y, width, height);
    leave(entered, Call::SdlRects, 0, CALLER, 0);
}

JITTERSCOPE_WRAP void SDL_UpdateRects(void* surface, int count, void* rectangles) {
    const Entered entered = enter(Call::SdlRects, HERE);
    g_sdlRects1.forCaller(CALLER)(surface, count, rectangles);
    leave(entered, Call::SdlRects, 0, CALLER, 0);
}

/// XCB returns a structure of one number, which is what is in the register.
JITTERSCOPE_WRAP unsigned xcb_put_image(void* display, std::uint8_t format, std::uint32_t drawable,
                                        std::uint32_t context, std::uint16_t width, std::uint16_t height,
                                        std::int16_t x, std::int16_t y, std::uint8_t pad, std::uint8_t depth,
                                        std::uint32_t length, const std::uint8_t* bytes) {
    const Entered entered = enter(Call::XPut, HERE);
    const unsigned result = g_xcbPut.forCaller(CALLER)(display, format, drawable, context, width, height, x,
                                                       y, pad, depth, length, bytes);
    leave(entered, Call::XPut, 0, CALLER, 0);
    return result;
}

JITTERSCOPE_WRAP unsigned xcb_shm_put_image(void* display, std::uint32_t drawable, std::uint32_t context,
                                            std::uint16_t wholeWidth, std::uint16_t wholeHeight,
                                            std::uint16_t fromX, std::uint16_t fromY, std::uint16_t width,
                                            std::uint16_t height, std::int16_t x, std::int16_t y,
                                            std::uint8_t depth, std::uint8_t format, std::uint8_t event,
                                            std::uint32_t segment, std::uint32_t offset) {
    const Entered entered = enter(Call::XPut, HERE);
    const unsigned result =
        g_xcbShmPut.forCaller(CALLER)(display, drawable, context, wholeWidth, wholeHeight, fromX, fromY,
                                      width, height, x, y, depth, format, event, segment, offset);
    leave(entered, Call::XPut, 0, CALLER, 0);
    return result;
}

// --- SDL's delays ---

JITTERSCOPE_WRAP void SDL_Delay(std::uint32_t milliseconds) {
    const Entered entered = enter(Call::SdlDelay, HERE);
    const std::int64_t end = endAfter(entered.begin, std::int64_t{1'000'000} * milliseconds);
    const auto exact = exactWait(entered, end, CALLER);
    if (!exact || exact->interrupted) // SDL waits on after a signal
        g_sdlDelay.forCaller(CALLER)(
            exact ? static_cast<std::uint32_t>((nanosecondsOf(exact->left) + 999'999) / 1'000'000)
                  : milliseconds);
    leave(entered, Call::SdlDelay, end, CALLER, 0);
}

JITTERSCOPE_WRAP void SDL_DelayNS(std::uint64_t length) {
    const Entered entered = enter(Call::SdlDelay, HERE);
    const std::int64_t end = endAfter(entered.begin, static_cast<std::int64_t>(length));
    const auto exact = exactWait(entered, end, CALLER);
    if (!exact || exact->interrupted)
        g_sdlDelayNs.forCaller(CALLER)(exact ? static_cast<std::uint64_t>(nanosecondsOf(exact->left))
                                             : length);
    leave(entered, Call::SdlDelay, end, CALLER, 0);
}

JITTERSCOPE_WRAP void SDL_DelayPrecise(std::uint64_t length) {
    const Entered entered = enter(Call::SdlDelay, HERE);
    g_sdlDelayPrecise.forCaller(CALLER)(length);
    leave(entered, Call::SdlDelay, endAfter(entered.begin, static_cast<std::int64_t>(length)), CALLER, 0);
}

// --- the program's own mark ---

JITTERSCOPE_WRAP void jitterscope_frame_begins() {
    mark(CALLER);
}

// --- who asks for an address ---

JITTERSCOPE_WRAP void* glXGetProcAddress(const unsigned char* name);
JITTERSCOPE_WRAP void* glXGetProcAddressARB(const unsigned char* name);
JITTERSCOPE_WRAP void* eglGetProcAddress(const char* name);

namespace {

const Named* wrapped(const char* name) noexcept {
    static const Named table[] = {
        {"glXSwapBuffers", reinterpret_cast<void*>(&glXSwapBuffers),
         [](void* theirs) { g_glxSwap.set(theirs); }, [] { return g_glxSwap.address(); }, kGl},
        {"eglSwapBuffers", reinterpret_cast<void*>(&eglSwapBuffers),
         [](void* theirs) { g_eglSwap.set(theirs); }, [] { return g_eglSwap.address(); }},
        {"eglSwapBuffersWithDamageKHR", reinterpret_cast<void*>(&eglSwapBuffersWithDamageKHR),
         [](void* theirs) { g_eglDamage.set(theirs); }, [] { return g_eglDamage.address(); }},
        {"eglSwapBuffersWithDamageEXT", reinterpret_cast<void*>(&eglSwapBuffersWithDamageEXT),
         [](void* theirs) { g_eglDamageExt.set(theirs); }, [] { return g_eglDamageExt.address(); }},
        // Programs ask these functions for the addresses of the others.
        {"glXGetProcAddress", reinterpret_cast<void*>(&glXGetProcAddress),
         [](void* theirs) { g_glxAddress.set(theirs); }, [] { return g_glxAddress.address(); }, kGl},
        {"glXGetProcAddressARB", reinterpret_cast<void*>(&glXGetProcAddressARB),
         [](void* theirs) { g_glxAddressArb.set(theirs); }, [] { return g_glxAddressArb.address(); }, kGl},
        {"eglGetProcAddress", reinterpret_cast<void*>(&eglGetProcAddress),
         [](void* theirs) { g_eglAddress.set(theirs); }, [] { return g_eglAddress.address(); }},
        {"SDL_GL_SwapWindow", reinterpret_cast<void*>(&SDL_GL_SwapWindow),
         [](void* theirs) { g_sdlSwap.set(theirs); }, [] { return g_sdlSwap.address(); }},
        {"SDL_RenderPresent", reinterpret_cast<void*>(&SDL_RenderPresent),
         [](void* theirs) { g_sdlPresent.set(theirs); }, [] { return g_sdlPresent.address(); }},
        {"SDL_UpdateWindowSurface", reinterpret_cast<void*>(&SDL_UpdateWindowSurface),
         [](void* theirs) { g_sdlUpdate.set(theirs); }, [] { return g_sdlUpdate.address(); }},
        {"SDL_UpdateWindowSurfaceRects", reinterpret_cast<void*>(&SDL_UpdateWindowSurfaceRects),
         [](void* theirs) { g_sdlRects.set(theirs); }, [] { return g_sdlRects.address(); }},
        {"SDL_Delay", reinterpret_cast<void*>(&SDL_Delay), [](void* theirs) { g_sdlDelay.set(theirs); },
         [] { return g_sdlDelay.address(); }},
    };
    if (const Named* const found = nameIn(table, name))
        return found;
    if (std::strncmp(name, "vk", 2) == 0)
        return vulkanName(name);
    return std::strncmp(name, "wl_", 3) == 0 ? waylandName(name) : nullptr;
}

void* answer(const char* name, void* theirs) noexcept {
    return theirs == nullptr || name == nullptr ? theirs : answered(wrapped(name), theirs);
}

} // namespace

/// We wrap only a few names. For all others the call continues as a jump (hence optimize), because
/// dlsym(RTLD_NEXT) searches depending on its caller.
JITTERSCOPE_WRAP __attribute__((optimize("O2"))) void* dlsym(void* library, const char* name) noexcept {
    auto* const real = g_dlsym.get();
    const Named* const known = library == RTLD_NEXT ? nullptr : wrapped(name);
    if (known == nullptr)
        return real(library, name);
    void* const theirs = real(library, name);
    return callsAnother(*known, theirs) ? theirs : answer(name, theirs);
}

JITTERSCOPE_WRAP void* glXGetProcAddress(const unsigned char* name) {
    return answer(reinterpret_cast<const char*>(name), g_glxAddress.forCaller(CALLER)(name));
}

JITTERSCOPE_WRAP void* glXGetProcAddressARB(const unsigned char* name) {
    return answer(reinterpret_cast<const char*>(name), g_glxAddressArb.forCaller(CALLER)(name));
}

JITTERSCOPE_WRAP void* eglGetProcAddress(const char* name) {
    return answer(name, g_eglAddress.forCaller(CALLER)(name));
}
