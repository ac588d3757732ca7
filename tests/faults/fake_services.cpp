// SPDX-License-Identifier: MIT
// RealtimeKit and logind as a bus sees them, with the checks of the real ones. Usage: fake_services WAY
//   kind    does what is asked
//   old     as RealtimeKit before 0.12: knows MakeThreadRealtime alone
//   refuse  answers every call with an error
//   silent  owns the names and never answers
// Prints a line for what happens: `ready`, `realtime PRIORITY`, `inhibit WHAT MODE`, `released`.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string>
#include <systemd/sd-bus.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::int64_t kMostTime = 200'000;
constexpr std::int32_t kMostPriority = 15; // below what is asked for first
std::vector<int> g_held;                   // the ends of inhibitions that stay here

void say(const std::string& line) {
    std::puts(line.c_str());
    std::fflush(stdout);
}

/// The hard limit in "Max realtime timeout  150000  200000  us".
long long hardTimeLimit(std::uint64_t process) {
    const std::string path = "/proc/" + std::to_string(process) + "/limits";
    std::FILE* const file = std::fopen(path.c_str(), "r");
    char line[256];
    long long hard = -1;
    while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr)
        std::sscanf(line, "Max realtime timeout %*s %lld", &hard);
    if (file != nullptr)
        std::fclose(file);
    return hard;
}

int refuse(sd_bus_message* message, const char* why) {
    return sd_bus_reply_method_errorf(message, SD_BUS_ERROR_ACCESS_DENIED, "%s", why);
}

int makeRealtime(sd_bus_message* message, std::uint64_t process, std::uint64_t thread,
                 std::uint32_t priority) {
    if (static_cast<std::int32_t>(priority) > kMostPriority)
        return refuse(message, "priority too high");
    const long long hard = hardTimeLimit(process);
    if (hard < 0 || hard > kMostTime)
        return refuse(message, "RLIMIT_RTTIME is not set");
    sched_param parameter{};
    parameter.sched_priority = static_cast<int>(priority);
    if (sched_setscheduler(static_cast<pid_t>(thread), SCHED_RR | SCHED_RESET_ON_FORK, &parameter) != 0)
        return refuse(message, std::strerror(errno));
    say("realtime " + std::to_string(priority));
    return sd_bus_reply_method_return(message, "");
}

int withProcess(sd_bus_message* message, void* /*data*/, sd_bus_error* /*error*/) {
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
    std::uint32_t priority = 0;
    const int code = sd_bus_message_read(message, "ttu", &process, &thread, &priority);
    return code < 0 ? code : makeRealtime(message, process, thread, priority);
}

int ofSender(sd_bus_message* message, void* /*data*/, sd_bus_error* /*error*/) {
    std::uint64_t thread = 0;
    std::uint32_t priority = 0;
    const int code = sd_bus_message_read(message, "tu", &thread, &priority);
    return code < 0 ? code : makeRealtime(message, thread, thread, priority);
}

int refused(sd_bus_message* message, void* /*data*/, sd_bus_error* /*error*/) {
    return refuse(message, "not for you");
}

int number(sd_bus* /*bus*/, const char* /*path*/, const char* /*interface*/, const char* name,
           sd_bus_message* reply, void* /*data*/, sd_bus_error* /*error*/) {
    return std::strcmp(name, "RTTimeUSecMax") == 0 ? sd_bus_message_append(reply, "x", kMostTime)
                                                   : sd_bus_message_append(reply, "i", kMostPriority);
}

int inhibit(sd_bus_message* message, void* /*data*/, sd_bus_error* /*error*/) {
    const char* what = nullptr;
    const char* who = nullptr;
    const char* why = nullptr;
    const char* mode = nullptr;
    int ends[2] = {-1, -1};
    const int code = sd_bus_message_read(message, "ssss", &what, &who, &why, &mode);
    if (code < 0 || pipe2(ends, O_CLOEXEC) != 0)
        return code < 0 ? code : -errno;
    g_held.push_back(ends[0]);
    say(std::string("inhibit ") + what + " " + mode);
    const int sent = sd_bus_reply_method_return(message, "h", ends[1]);
    close(ends[1]); // the message has its own
    return sent;
}

#define PROPERTIES                                                                                           \
    SD_BUS_PROPERTY("MaxRealtimePriority", "i", number, 0, 0),                                               \
        SD_BUS_PROPERTY("RTTimeUSecMax", "x", number, 0, 0)

const sd_bus_vtable kKit[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("MakeThreadRealtimeWithPID", "ttu", "", withProcess, SD_BUS_VTABLE_UNPRIVILEGED),
    PROPERTIES, SD_BUS_VTABLE_END};
const sd_bus_vtable kOldKit[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("MakeThreadRealtime", "tu", "", ofSender, SD_BUS_VTABLE_UNPRIVILEGED), PROPERTIES,
    SD_BUS_VTABLE_END};
const sd_bus_vtable kRefusingKit[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("MakeThreadRealtimeWithPID", "ttu", "", refused, SD_BUS_VTABLE_UNPRIVILEGED), PROPERTIES,
    SD_BUS_VTABLE_END};
const sd_bus_vtable kLogin[] = {SD_BUS_VTABLE_START(0),
                                SD_BUS_METHOD("Inhibit", "ssss", "h", inhibit, SD_BUS_VTABLE_UNPRIVILEGED),
                                SD_BUS_VTABLE_END};
const sd_bus_vtable kRefusingLogin[] = {
    SD_BUS_VTABLE_START(0), SD_BUS_METHOD("Inhibit", "ssss", "h", refused, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END};

/// Waits for a call or the end of an inhibition.
int serve(sd_bus* bus) {
    while (true) {
        int code = 1;
        while (code > 0)
            code = sd_bus_process(bus, nullptr);
        if (code < 0)
            return 1;
        std::vector<pollfd> places{{sd_bus_get_fd(bus), static_cast<short>(sd_bus_get_events(bus)), 0}};
        for (const int held : g_held)
            places.push_back({held, 0, 0});
        poll(places.data(), places.size(), -1);
        for (std::size_t i = places.size() - 1; i > 0; --i) {
            if ((places[i].revents & POLLHUP) == 0)
                continue;
            close(places[i].fd);
            g_held.erase(g_held.begin() + static_cast<std::ptrdiff_t>(i - 1));
            say("released");
        }
    }
}

} // namespace

int main(int count, char** arguments) {
    const std::string way = count > 1 ? arguments[1] : "kind";
    sd_bus* bus = nullptr;
    if (sd_bus_open_system(&bus) < 0)
        return 1;
    const sd_bus_vtable* const kit = way == "old" ? kOldKit : way == "refuse" ? kRefusingKit : kKit;
    const sd_bus_vtable* const login = way == "refuse" ? kRefusingLogin : kLogin;
    if (sd_bus_add_object_vtable(bus, nullptr, "/org/freedesktop/RealtimeKit1",
                                 "org.freedesktop.RealtimeKit1", kit, nullptr) < 0 ||
        sd_bus_add_object_vtable(bus, nullptr, "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
                                 login, nullptr) < 0 ||
        sd_bus_request_name(bus, "org.freedesktop.RealtimeKit1", 0) < 0 ||
        sd_bus_request_name(bus, "org.freedesktop.login1", 0) < 0)
        return 1;
    say("ready");
    if (way == "silent")
        pause();
    return serve(bus);
}
