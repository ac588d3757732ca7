// SPDX-License-Identifier: MIT
// The contestants that are copied: the one header and its C interface.
#include "include/jitterscope/adaptive_wait.hpp"
#include "include/jitterscope/adaptive_wait_c.h"
#include "tests/benchmarks/outside_field.h"
#include "tests/benchmarks/outside_loop.h"

namespace outside {
namespace {

class OfHeader final : public Contestant {
public:
    Block run(const Task& task) override {
        return callersLoop(task, [this](std::int64_t due) {
            m_wait.until(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due)));
        });
    }

private:
    jitterscope::PreciseWait m_wait;
};

class OfC final : public Contestant {
public:
    OfC() { jitterscope_wait_create(&m_wait); }
    ~OfC() override { jitterscope_wait_destroy(m_wait); }
    OfC(const OfC&) = delete;
    OfC& operator=(const OfC&) = delete;
    Block run(const Task& task) override {
        return callersLoop(task, [this](std::int64_t due) { jitterscope_wait_until(m_wait, due, nullptr); });
    }

private:
    jitterscope_wait* m_wait = nullptr;
};

} // namespace

std::unique_ptr<Contestant> makeCopied(std::string_view name) {
    if (name == "header")
        return std::make_unique<OfHeader>();
    if (name == "c")
        return std::make_unique<OfC>();
    return nullptr;
}

} // namespace outside
