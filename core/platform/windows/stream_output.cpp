// SPDX-License-Identifier: MIT
#include "core/platform/streams.h"
#include "core/platform/windows/handle.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/streams.h"
#include "core/platform/windows/wide_text.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostBacklog = 64 << 20;
constexpr std::size_t kChunk = std::size_t{1} << 16U;

/// A file behind standard output: nobody has to take what is written.
class DirectFile final : public OutputFile {
public:
    DirectFile(OwnedHandle file, std::string path) : m_file(std::move(file)), m_path(std::move(path)) {}

    Result<Done> write(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD written = 0;
            if (::WriteFile(m_file.get(), bytes.data(),
                            static_cast<DWORD>(std::min(bytes.size(), kMostBacklog)), &written, nullptr) == 0)
                return lastPathError(kWriting, m_path);
            bytes.remove_prefix(written);
        }
        return Done{};
    }
    Result<Done> commit() override { return Done{}; }
    Result<Done> overwrite(std::uint64_t, std::string_view) override { return Done{}; }

private:
    OwnedHandle m_file;
    std::string m_path;
};

/// A pipe or console. Windows does not tell whether a write would block, so a thread of its own writes; the
/// program waits for it only if the backlog is full, and after the end as long as Patience says.
class StreamFile final : public OutputFile {
public:
    StreamFile(OwnedHandle file, std::string path, bool recording)
        : m_file(std::move(file)), m_path(std::move(path)), m_patience(recording) {}
    ~StreamFile() override;

    Result<Done> write(std::string_view bytes) override {
        std::unique_lock lock(m_mutex);
        if (m_failure)
            return *m_failure;
        m_buffer.append(bytes);
        if (!m_writer.joinable()) {
            try {
                m_writer = std::thread([this] { pump(); });
            } catch (const std::system_error&) {
                return Error{ErrorCode::Io,
                             std::string(kWriting) + " " + pathText(m_path) + ": no thread for it", ""};
            }
        }
        m_more.notify_all();
        return waitUntil(lock, kMostBacklog);
    }
    Result<Done> commit() override {
        std::unique_lock lock(m_mutex);
        m_patience.end();
        return waitUntil(lock, 0);
    }
    Result<Done> overwrite(std::uint64_t, std::string_view) override { return Done{}; }
    [[nodiscard]] std::size_t backlog() const noexcept override {
        const std::lock_guard lock(m_mutex);
        return m_buffer.size();
    }

private:
    void pump();
    [[nodiscard]] Result<Done> waitUntil(std::unique_lock<std::mutex>& lock, std::size_t most);

    OwnedHandle m_file;
    std::string m_path;
    mutable std::mutex m_mutex; // guards all below
    std::condition_variable m_more;
    std::condition_variable m_less;
    std::string m_buffer; // not yet taken
    std::optional<Error> m_failure;
    OwnedHandle m_writing; // the thread, as Windows knows it
    Patience m_patience;
    bool m_quit = false;
    bool m_gone = false; // the thread writes no more
    std::thread m_writer;
};

/// The thread's way. A write that is cancelled leaves it.
void StreamFile::pump() {
    std::string chunk;
    std::unique_lock lock(m_mutex);
    m_writing = thisThreadHandle();
    while (!m_failure) {
        m_more.wait(lock, [this] { return m_quit || !m_buffer.empty(); });
        if (m_quit)
            break;
        chunk.assign(m_buffer, 0, kChunk);
        lock.unlock();
        DWORD written = 0;
        const bool took =
            ::WriteFile(m_file.get(), chunk.data(), static_cast<DWORD>(chunk.size()), &written, nullptr) != 0;
        const DWORD code = took ? 0 : ::GetLastError();
        lock.lock();
        m_buffer.erase(0, written);
        m_patience.took();
        if (!took)
            m_failure = pathError(kWriting, m_path, code);
        m_less.notify_all();
    }
    m_gone = true;
    m_less.notify_all();
}

StreamFile::~StreamFile() {
    if (!m_writer.joinable())
        return;
    {
        std::unique_lock lock(m_mutex);
        m_quit = true;
        m_more.notify_all();
        while (!m_gone) { // a reader that takes nothing holds its write
            ::CancelSynchronousIo(m_writing.get());
            m_less.wait_for(lock, std::chrono::milliseconds(10));
        }
    }
    m_writer.join();
}

Result<Done> StreamFile::waitUntil(std::unique_lock<std::mutex>& lock, std::size_t most) {
    constexpr auto kLookEvery = std::chrono::milliseconds(50);
    while (m_buffer.size() > most && !m_failure) {
        if (m_less.wait_for(lock, kLookEvery) == std::cv_status::timeout && m_patience.over())
            return Error{ErrorCode::Io,
                         std::string(kWriting) + " " + pathText(m_path) + ": its reader takes nothing",
                         std::to_string(m_buffer.size()) + " bytes are lost"};
    }
    return m_failure ? Result<Done>(*m_failure) : Result<Done>(Done{});
}

std::unique_ptr<OutputFile> opened(OwnedHandle file, std::string path, bool recording) {
    if (::GetFileType(file.get()) == FILE_TYPE_DISK)
        return std::make_unique<DirectFile>(std::move(file), std::move(path));
    return std::make_unique<StreamFile>(std::move(file), std::move(path), recording);
}

} // namespace

Result<std::unique_ptr<OutputFile>> openStandardOutput(const std::string& path, bool recording) {
    HANDLE copy = nullptr;
    const HANDLE output = ::GetStdHandle(STD_OUTPUT_HANDLE);
    if (output == nullptr || output == INVALID_HANDLE_VALUE ||
        ::DuplicateHandle(::GetCurrentProcess(), output, ::GetCurrentProcess(), &copy, 0, FALSE,
                          DUPLICATE_SAME_ACCESS) == 0)
        return pathError(kWriting, path, ERROR_INVALID_HANDLE);
    return opened(OwnedHandle(copy), path == "-" ? "standard output" : path, recording);
}

/// A pipe whose other end is busy: try for a second.
Result<std::unique_ptr<OutputFile>> openStream(const std::string& path, bool recording) {
    constexpr int kTries = 20;
    constexpr DWORD kWaitMs = 50;
    const std::wstring place = widePath(path);
    OwnedHandle file;
    for (int i = 0; i < kTries && !file; ++i) {
        file = OwnedHandle(::CreateFileW(place.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                         nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
        if (!file && ::GetLastError() != ERROR_PIPE_BUSY)
            break;
        if (!file)
            ::WaitNamedPipeW(place.c_str(), kWaitMs);
    }
    if (!file)
        return lastPathError(kWriting, path);
    return opened(std::move(file), path, recording);
}

} // namespace jitterscope
