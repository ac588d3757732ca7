// SPDX-License-Identifier: MIT
#include "core/platform/system_bus.h"

#include "core/platform/linux/descriptor.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <systemd/sd-bus.h>
#include <unistd.h>
#include <utility>

namespace jitterscope {
namespace {

struct CloseBus {
    void operator()(sd_bus* bus) const noexcept { sd_bus_close_unref(bus); } // unlike flushing, never waits
};
struct FreeMessage {
    void operator()(sd_bus_message* message) const noexcept { sd_bus_message_unref(message); }
};
struct FreeSlot {
    void operator()(sd_bus_slot* slot) const noexcept { sd_bus_slot_unref(slot); }
};
using Message = std::unique_ptr<sd_bus_message, FreeMessage>;

struct Service {
    const char* name; ///< for people
    const char* destination;
    const char* path;
    const char* interface;
};
constexpr Service kKit{"RealtimeKit", "org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1",
                       "org.freedesktop.RealtimeKit1"};
constexpr Service kLogin{"logind", "org.freedesktop.login1", "/org/freedesktop/login1",
                         "org.freedesktop.login1.Manager"};

/// One conversation with the bus. sd-bus would wait 90 s for a bus that accepts and then says nothing, and 25
/// s for a reply; this one ends at one deadline for all of it.
class Conversation {
public:
    explicit Conversation(const Service& service) : m_service(service), m_deadline(systemNow() + kPatience) {
        sd_bus* bus = nullptr;
        const int code = sd_bus_open_system(&bus);
        m_bus.reset(bus);
        if (code < 0)
            m_reason = "there is no system bus: " + text(code);
    }

    /// Sends a call with the arguments that `append` gives it, and waits for the reply. Null: reason() says
    /// why.
    template <typename Append>
    [[nodiscard]] Message call(const char* interface, const char* member, Append append) {
        sd_bus_message* raw = nullptr;
        int code = m_bus ? sd_bus_message_new_method_call(m_bus.get(), &raw, m_service.destination,
                                                          m_service.path, interface, member)
                         : -ENOTCONN;
        const Message request(raw);
        if (code >= 0)
            code = append(raw);
        sd_bus_slot* slot = nullptr;
        Message reply;
        if (code >= 0)
            code = sd_bus_call_async(m_bus.get(), &slot, raw, &Conversation::take, &reply, left());
        const std::unique_ptr<sd_bus_slot, FreeSlot> holder(slot);
        while (code >= 0 && !reply && left() > 0) {
            code = sd_bus_process(m_bus.get(), nullptr);
            if (code == 0)
                code = sd_bus_wait(m_bus.get(), left());
        }
        if (!reply) {
            explain(code);
        } else if (const sd_bus_error* error = sd_bus_message_get_error(reply.get())) {
            explain(*error);
            reply.reset();
        }
        return reply;
    }

    /// A property that is a number of D-Bus type `type` ('i' or 'x'). Absent: reason() says why.
    template <typename Number>
    [[nodiscard]] std::optional<Number> property(const char* name, char type) {
        const Message reply = call("org.freedesktop.DBus.Properties", "Get", [&](sd_bus_message* message) {
            return sd_bus_message_append(message, "ss", m_service.interface, name);
        });
        const char contents[] = {type, '\0'};
        Number value{};
        if (!reply)
            return std::nullopt;
        if (sd_bus_message_enter_container(reply.get(), SD_BUS_TYPE_VARIANT, contents) < 0 ||
            sd_bus_message_read_basic(reply.get(), type, &value) < 0) {
            m_reason = std::string(m_service.name) + " gives no " + name;
            return std::nullopt;
        }
        return value;
    }

    [[nodiscard]] Support refused() const { return {false, m_reason}; }
    [[nodiscard]] bool memberUnknown() const noexcept { return m_memberUnknown; }

private:
    static constexpr Nanoseconds kPatience = kBusPatience * 4 / 5; // the rest is for a busy machine

    static int take(sd_bus_message* message, void* place, sd_bus_error* /*error*/) {
        static_cast<Message*>(place)->reset(sd_bus_message_ref(message));
        return 1;
    }
    static std::string text(int code) { return std::generic_category().message(-code); }

    /// µs
    [[nodiscard]] std::uint64_t left() const noexcept {
        return static_cast<std::uint64_t>(
            std::max<std::int64_t>((m_deadline - systemNow()).count() / 1000, 0));
    }

    void explain(int code) {
        if (!m_bus) // said already
            return;
        const bool connected = sd_bus_is_ready(m_bus.get()) > 0;
        m_reason = code < 0
                       ? "the system bus failed: " + text(code)
                       : (connected ? m_service.name : "the system bus") + std::string(" does not answer");
    }
    void explain(const sd_bus_error& error) {
        const std::string_view name = error.name;
        m_memberUnknown = name == SD_BUS_ERROR_UNKNOWN_METHOD;
        const bool absent = name == SD_BUS_ERROR_SERVICE_UNKNOWN || name == SD_BUS_ERROR_NAME_HAS_NO_OWNER;
        const bool silent =
            name == SD_BUS_ERROR_NO_REPLY || name == SD_BUS_ERROR_TIMEOUT || name == "System.Error.ETIMEDOUT";
        m_reason = absent   ? std::string(m_service.name) + " is not installed"
                   : silent ? std::string(m_service.name) + " does not answer"
                            : std::string(m_service.name) +
                                  " refused: " + (error.message != nullptr ? error.message : error.name);
    }

    const Service& m_service;
    const TimePoint m_deadline;
    std::unique_ptr<sd_bus, CloseBus> m_bus;
    std::string m_reason;
    bool m_memberUnknown = false;
};

/// What RealtimeKit grants.
struct KitLimits {
    std::int32_t priority = 0;
    std::int64_t microseconds = 0; ///< the hard RLIMIT_RTTIME that it wants, at most
};

std::optional<KitLimits> kitLimits(Conversation& kit, std::string& reason) {
    const auto priority = kit.property<std::int32_t>("MaxRealtimePriority", SD_BUS_TYPE_INT32);
    const auto time =
        priority ? kit.property<std::int64_t>("RTTimeUSecMax", SD_BUS_TYPE_INT64) : std::nullopt;
    if (!time)
        reason = kit.refused().reason;
    else if (*priority < 1 || *time < 1)
        reason = "RealtimeKit grants no priority";
    else
        return KitLimits{*priority, *time};
    return std::nullopt;
}

/// RealtimeKit looks at the hard limit. The soft one has to be lower: it warns, the hard one kills. The
/// kernel raises the soft one with each warning, so it is set anew each time.
Support limitRealtime(std::int64_t microseconds) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_RTTIME, &limit) != 0)
        return {false, "RLIMIT_RTTIME cannot be read"};
    limit.rlim_max = std::min(limit.rlim_max, static_cast<rlim_t>(microseconds));
    limit.rlim_cur = limit.rlim_max / 4 * 3;
    if (::setrlimit(RLIMIT_RTTIME, &limit) != 0)
        return {false, "RLIMIT_RTTIME cannot be set: " + std::generic_category().message(errno)};
    watchRealtimeLimit();
    return {};
}

} // namespace

Support systemBusSupport() {
    return {};
}

Support realtimeKitSupport() {
    Conversation kit(kKit);
    std::string reason;
    return kitLimits(kit, reason) ? Support{} : Support{false, reason};
}

Support makeRealtimeThroughKit() {
    Conversation kit(kKit);
    std::string reason;
    const auto limits = kitLimits(kit, reason);
    if (!limits)
        return {false, reason};
    if (Support limited = limitRealtime(limits->microseconds); !limited.available)
        return limited;
    const auto process = static_cast<std::uint64_t>(::getpid());
    const auto thread = static_cast<std::uint64_t>(::syscall(SYS_gettid));
    const auto priority =
        static_cast<std::uint32_t>(std::min<std::int32_t>(kRealtimePriority, limits->priority));
    Message reply = kit.call(kKit.interface, "MakeThreadRealtimeWithPID", [&](sd_bus_message* message) {
        return sd_bus_message_append(message, "ttu", process, thread, priority);
    });
    if (!reply && kit.memberUnknown()) // before version 0.12
        reply = kit.call(kKit.interface, "MakeThreadRealtime", [&](sd_bus_message* message) {
            return sd_bus_message_append(message, "tu", thread, priority);
        });
    if (!reply) {
        leaveRealtime(); // a late answer may still have come to pass
        return kit.refused();
    }
    return inRealtimeClass() ? Support{} : Support{false, "RealtimeKit agreed, but changed nothing"};
}

void useRealtimeKit(bool use) noexcept {
    setRealtimeHelper(use ? &makeRealtimeThroughKit : nullptr);
}

struct SleepInhibitor::Held {
    Descriptor descriptor;
};

SleepInhibitor::SleepInhibitor() : m_held(std::make_unique<Held>()) {
    Conversation login(kLogin);
    const Message reply = login.call(kLogin.interface, "Inhibit", [](sd_bus_message* message) {
        return sd_bus_message_append(message, "ssss", "idle:sleep", "Jitterscope", "measuring", "block");
    });
    int received = -1; // belongs to the message
    if (!reply) {
        m_support = login.refused();
    } else if (sd_bus_message_read_basic(reply.get(), SD_BUS_TYPE_UNIX_FD, &received) < 0) {
        m_support = {false, "logind gives no descriptor"};
    } else {
        m_held->descriptor = Descriptor(::fcntl(received, F_DUPFD_CLOEXEC, 3));
        if (!m_held->descriptor)
            m_support = {false, "the descriptor cannot be kept: " + std::generic_category().message(errno)};
    }
}

SleepInhibitor::~SleepInhibitor() = default;

} // namespace jitterscope
