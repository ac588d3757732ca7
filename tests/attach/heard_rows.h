// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/random.h"

#include <cstdint>
#include <string>
#include <vector>

namespace jitterscope {

/// Writes rows as a listener would, on a clock of its own.
class HeardRows {
public:
    static constexpr std::int64_t kBegin = 1'000'000'000;

    explicit HeardRows(std::string thread = "game", bool main = true) {
        m_thread.name = std::move(thread);
        m_thread.main = main;
        m_thread.thread = main ? 100 : 101;
    }

    /// It computes; on a processor unless it waits for one.
    HeardRows& work(std::int64_t length, std::int64_t queued = 0) {
        m_now += length + queued;
        m_cpu += length;
        m_queued += queued;
        return *this;
    }
    /// It waits for `asked`, and wakes `late`, of which it stood in the run queue for `queued`.
    HeardRows& wait(listen::Call call, std::int64_t asked, std::int64_t late, std::int64_t queued = 0) {
        listen::Row row;
        row.call = call;
        row.begin = m_now;
        row.asked = m_now + asked;
        row.end = m_now + asked + late;
        row.site = 0x1000 + static_cast<std::uint64_t>(call);
        m_now = row.end;
        m_queued += queued;
        m_thread.rows.push_back(row);
        return reading();
    }
    HeardRows& present(listen::Call call, std::int64_t length, listen::Call under = listen::Call::None) {
        return present(call, length, under, 0, 0);
    }
    /// A present that is on a processor throughout, but for a time in the run queue.
    HeardRows& computingPresent(listen::Call call, std::int64_t length, std::int64_t queued = 0) {
        return present(call, length + queued, listen::Call::None, length, queued);
    }
    /// It says that a frame begins.
    HeardRows& mark() {
        listen::Row row;
        row.call = listen::Call::Mark;
        row.begin = row.end = m_now;
        row.site = 0x3000;
        m_thread.rows.push_back(row);
        return reading();
    }
    /// It waits in a call that nobody listens to.
    HeardRows& blocked(std::int64_t length) {
        m_now += length;
        return *this;
    }
    [[nodiscard]] std::int64_t now() const noexcept { return m_now; }
    void setNow(std::int64_t now) noexcept { m_now = now; }
    void setCures(std::uint8_t cures) noexcept { m_cures = cures; }
    [[nodiscard]] const HeardThread& thread() {
        for (listen::Row& row : m_thread.rows)
            row.cures = row.cures != 0 ? row.cures : m_cures;
        return m_thread;
    }

private:
    /// Read where a frame begins, as the listener does, and when it is over.
    HeardRows& present(listen::Call call, std::int64_t length, listen::Call under, std::int64_t cpu,
                       std::int64_t queued) {
        if (under == listen::Call::None)
            reading();
        listen::Row row;
        row.call = call;
        row.begin = m_now;
        row.end = m_now + length;
        row.under = under;
        row.site = 0x2000 + static_cast<std::uint64_t>(call);
        m_now = row.end;
        m_cpu += cpu;
        m_queued += queued;
        m_thread.rows.push_back(row);
        return reading();
    }
    HeardRows& reading() {
        listen::Row row;
        row.call = listen::Call::Reading;
        row.begin = row.end = m_now;
        row.cpu = m_cpu;
        row.asked = m_queued;
        m_thread.rows.push_back(row);
        return *this;
    }

    HeardThread m_thread;
    std::int64_t m_now = kBegin;
    std::int64_t m_cpu = 0;
    std::int64_t m_queued = 0;
    std::uint8_t m_cures = 0;
};

inline std::vector<HeardProgram> programOf(std::vector<HeardThread> threads) {
    HeardProgram program;
    program.name = "game";
    program.threads = std::move(threads);
    return {program};
}

} // namespace jitterscope
