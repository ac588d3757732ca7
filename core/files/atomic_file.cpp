// SPDX-License-Identifier: MIT
#include "core/files/atomic_file.h"

#include "core/platform/file_system.h"

#include <optional>

namespace jitterscope {
namespace {

constexpr std::size_t kBuffer = 1 << 18;

} // namespace

struct AtomicFile::State {
    std::unique_ptr<OutputFile> file;
    std::string buffer;
    std::optional<Error> failure;

    Result<Done> keep(Result<Done> outcome) {
        if (!outcome)
            failure = outcome.error();
        return outcome;
    }

    Result<Done> flush() {
        if (failure)
            return *failure;
        if (buffer.empty())
            return Done{};
        Result<Done> outcome = keep(file->write(buffer));
        buffer.clear();
        return outcome;
    }
};

AtomicFile::AtomicFile(std::unique_ptr<State> state) noexcept : m_state(std::move(state)) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<AtomicFile> AtomicFile::open(const std::string& path, Temporary temporary) {
    Result<std::unique_ptr<OutputFile>> file = openOutput(path, temporary);
    if (!file)
        return file.error();
    auto state = std::make_unique<State>();
    state->file = std::move(file).value();
    state->buffer.reserve(kBuffer);
    return AtomicFile(std::move(state));
}

Result<Done> AtomicFile::write(std::string_view text) {
    if (m_state->buffer.size() + text.size() > kBuffer) {
        if (Result<Done> flushed = m_state->flush(); !flushed)
            return flushed;
    }
    if (text.size() > kBuffer)
        return m_state->failure ? Result<Done>(*m_state->failure) : m_state->keep(m_state->file->write(text));
    m_state->buffer += text;
    return Done{};
}

Result<Done> AtomicFile::flush() {
    return m_state->flush();
}

Result<Done> AtomicFile::overwrite(std::uint64_t offset, std::string_view text) {
    if (Result<Done> flushed = m_state->flush(); !flushed)
        return flushed;
    return m_state->keep(m_state->file->overwrite(offset, text));
}

void AtomicFile::letEverybodyRead() noexcept {
    m_state->file->letEverybodyRead();
}

std::size_t AtomicFile::backlog() const noexcept {
    return m_state->file->backlog();
}

std::string AtomicFile::partialPath() const {
    return m_state->file->partialPath();
}

Result<Done> AtomicFile::commit() {
    if (Result<Done> flushed = m_state->flush(); !flushed)
        return flushed;
    return m_state->keep(m_state->file->commit());
}

Result<Done> writeWhole(const std::string& path, std::string_view text, const CancelFlag* cancel) {
    constexpr std::size_t kBetweenLooks = std::size_t{1} << 20U;
    Result<AtomicFile> file = AtomicFile::open(path);
    if (!file)
        return file.error();
    for (std::size_t place = 0; place < text.size(); place += kBetweenLooks) {
        if (isCancelled(cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        if (Result<Done> written = file.value().write(text.substr(place, kBetweenLooks)); !written)
            return written;
    }
    return file.value().commit();
}

Result<std::string> readWhole(const std::string& path, std::size_t limit, const CancelFlag* cancel) {
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return file.error();
    const Error large{ErrorCode::Format,
                      pathText(path) + " is larger than " + std::to_string(limit) + " bytes", ""};
    if (file.value()->size() > limit)
        return large;
    std::string text;
    text.reserve(file.value()->size());
    std::string block(std::size_t{1} << 16, '\0');
    while (true) {
        if (isCancelled(cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        const Result<std::size_t> count = file.value()->read(block.data(), block.size());
        if (!count)
            return count.error();
        if (count.value() == 0)
            return text;
        if (text.size() + count.value() > limit)
            return large;
        text.append(block, 0, count.value());
    }
}

} // namespace jitterscope
