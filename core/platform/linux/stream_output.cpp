// SPDX-License-Identifier: MIT
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/streams.h"
#include "core/platform/streams.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostBacklog = 64 << 20;
constexpr std::size_t kChunk = 4096;                  // what a pipe that is writable takes without blocking
constexpr std::size_t kTidyAt = std::size_t{1} << 20; // taken bytes before the buffer is moved up

/// A stream written as the data comes. It waits for a reader only if the backlog is full, and after the end
/// as long as Patience says.
class StreamFile final : public OutputFile {
public:
    StreamFile(Descriptor descriptor, std::string path, bool recording)
        : m_descriptor(std::move(descriptor)), m_path(std::move(path)), m_patience(recording) {
        struct stat status {};
        m_waits = ::fstat(m_descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode);
    }

    Result<Done> write(std::string_view bytes) override {
        m_buffer.append(bytes);
        return sendUntil(kMostBacklog);
    }
    Result<Done> commit() override {
        m_patience.end();
        return sendUntil(0);
    }
    Result<Done> overwrite(std::uint64_t, std::string_view) override { return Done{}; }
    [[nodiscard]] std::size_t backlog() const noexcept override { return m_buffer.size() - m_taken; }

private:
    Result<Done> sendUntil(std::size_t most);
    [[nodiscard]] Result<bool> sendSome();
    [[nodiscard]] bool readable(int milliseconds) const;

    Descriptor m_descriptor;
    std::string m_path;
    std::string m_buffer;
    std::size_t m_taken = 0; // of m_buffer
    Patience m_patience;
    bool m_waits = true;
};

/// Whether the reader gets room within this time.
bool StreamFile::readable(int milliseconds) const {
    if (!m_waits)
        return true;
    pollfd place{m_descriptor.get(), POLLOUT, 0};
    const int ready = ::poll(&place, 1, milliseconds);
    return ready > 0 || (ready < 0 && errno != EINTR); // a filter refuses it: the write will tell
}

/// True: some bytes were taken, or a signal interrupted.
Result<bool> StreamFile::sendSome() {
    const std::size_t length = m_waits ? std::min(kChunk, backlog()) : backlog();
    const ssize_t written = ::write(m_descriptor.get(), m_buffer.data() + m_taken, length);
    if (written < 0)
        return errno == EINTR || errno == EAGAIN ? Result<bool>(false) : pathError(kWriting, m_path, errno);
    m_taken += static_cast<std::size_t>(written);
    m_patience.took();
    if (m_taken == m_buffer.size() || m_taken > kTidyAt) {
        m_buffer.erase(0, m_taken);
        m_taken = 0;
    }
    return true;
}

Result<Done> StreamFile::sendUntil(std::size_t most) {
    constexpr int kLookEvery = 50; // ms
    while (backlog() > 0) {
        const bool wait = backlog() > most;
        if (!readable(wait ? kLookEvery : 0)) {
            if (!wait)
                return Done{};
            if (m_patience.over())
                return Error{ErrorCode::Io,
                             std::string(kWriting) + " " + pathText(m_path) + ": its reader takes nothing",
                             std::to_string(backlog()) + " bytes are lost"};
            continue;
        }
        if (Result<bool> sent = sendSome(); !sent)
            return sent.error();
    }
    return Done{};
}

} // namespace

Result<std::unique_ptr<OutputFile>> openStandardOutput(const std::string& path, bool recording) {
    Descriptor copy(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    const std::string name = path == "-" ? "standard output" : path;
    if (!copy)
        return pathError(kWriting, name, errno);
    return std::unique_ptr<OutputFile>(std::make_unique<StreamFile>(std::move(copy), name, recording));
}

/// A FIFO that nobody reads would block open() forever: try without blocking, for a second.
Result<std::unique_ptr<OutputFile>> openStream(const std::string& path, bool recording) {
    constexpr int kOpenings = 20;
    constexpr int kWaitMs = 50;
    Descriptor file;
    for (int i = 0; i < kOpenings && !file; ++i) {
        file = Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        if (!file && errno != ENXIO && errno != EINTR)
            break;
        if (!file)
            ::poll(nullptr, 0, kWaitMs);
    }
    if (!file)
        return pathError(kWriting, path, errno);
    return std::unique_ptr<OutputFile>(std::make_unique<StreamFile>(std::move(file), path, recording));
}

} // namespace jitterscope
