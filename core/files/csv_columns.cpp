// SPDX-License-Identifier: MIT
#include "core/files/csv_columns.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace jitterscope::csv {
namespace {

/// Which rows have a value in a column; the field is empty in the others.
enum class Rows { All, AfterAWait, AfterASleep };

/// A whole number that is a member of the sample.
template <auto kMember, Rows kRows = Rows::All>
struct Whole {
    std::string_view name; ///< with the unit
    std::int64_t least = -kFarthest;
    std::int64_t most = kFarthest;

    template <typename Sample>
    void write(Row& row, const Sample& sample) const noexcept {
        if constexpr (kRows != Rows::All) {
            if (sample.has(Sample::First) || (kRows == Rows::AfterASleep && sample.nativeSleeps == 0))
                return;
        }
        row.number(sample.*kMember);
    }

    template <typename Sample>
    void read(FieldReader& fields, std::size_t place, Sample& sample) const {
        if constexpr (kRows != Rows::All) {
            if (sample.has(Sample::First) || (kRows == Rows::AfterASleep && fields.empty(place)))
                return;
        }
        using Value = std::remove_reference_t<decltype(sample.*kMember)>;
        sample.*kMember = static_cast<Value>(fields.integer(place, least, most));
    }
};

/// Empty in the first row, which has no wait before it.
struct FrameTime {
    std::string_view name;

    void write(Row& row, const FrameSample& sample) const noexcept {
        if (!sample.has(FrameSample::First))
            row.number(sample.frameTime);
    }
    void read(FieldReader& fields, std::size_t place, FrameSample& sample) const {
        if (fields.empty(place)) {
            sample.deadline = sample.start;
            sample.flags |= FrameSample::First;
        } else {
            sample.frameTime = fields.integer(place, 0);
        }
    }
};

/// Empty in the first row, and where a loop has no deadlines, which the head of its file has to say.
struct Deadline {
    std::string_view name;

    void write(Row& row, const FrameSample& sample) const noexcept {
        if (!sample.has(FrameSample::First) && !sample.has(FrameSample::NoDeadline))
            row.number(sample.deadline);
    }
    void read(FieldReader& fields, std::size_t place, FrameSample& sample) const {
        if (sample.has(FrameSample::First))
            return;
        if (fields.withoutDeadlines() && fields.empty(place)) {
            sample.flags |= FrameSample::NoDeadline;
            sample.deadline = sample.start;
        } else {
            sample.deadline = fields.integer(place);
        }
    }
};

/// Follows from other columns, which stand before it.
struct Lateness {
    std::string_view name;

    void write(Row& row, const FrameSample& sample) const noexcept {
        if (!sample.has(FrameSample::First) && !sample.has(FrameSample::NoDeadline))
            row.number(sample.lateness());
    }
    void read(FieldReader& fields, std::size_t place, FrameSample& sample) const {
        if (sample.has(FrameSample::NoDeadline) && fields.empty(place))
            return;
        if (!sample.has(FrameSample::First) &&
            fields.integer(place, -2 * kFarthest, 2 * kFarthest) != sample.lateness() && !fields.failure())
            fields.fail(place, "is not start_ns - deadline_ns");
    }
};

std::optional<Cause> causeFrom(std::string_view id) noexcept {
    for (std::size_t i = 0; i < kCauses; ++i) {
        if (causeId(static_cast<Cause>(i)) == id)
            return static_cast<Cause>(i);
    }
    return std::nullopt;
}

struct FirstCause {
    std::string_view name;

    void write(Row& row, const FrameSample& sample) const noexcept {
        if (!sample.has(FrameSample::First))
            row.text(causeId(sample.has(FrameSample::StoppedGap) ? Cause::Stopped : sample.cause));
    }
    void read(FieldReader& fields, std::size_t place, FrameSample& sample) const {
        const std::optional<Cause> cause = causeFrom(fields.text(place));
        if (!cause)
            fields.fail(place, inQuotes(fields.text(place)) + " is unknown");
        sample.cause = cause.value_or(Cause::OnTime);
        if (sample.cause == Cause::Stopped)
            sample.flags |= FrameSample::StoppedGap;
    }
};

struct Kind {
    std::string_view name;

    void write(Row& row, const SleepSample& sample) const noexcept { row.text(sleepKindId(sample.kind)); }
    void read(FieldReader& fields, std::size_t place, SleepSample& sample) const {
        const std::optional<SleepKind> kind = sleepKindOf(fields.text(place));
        if (!kind)
            fields.fail(place, inQuotes(fields.text(place)) + " is unknown");
        sample.kind = kind.value_or(SleepKind::Relative);
    }
};

template <auto kMember>
using Waited = Whole<kMember, Rows::AfterAWait>;
template <auto kMember>
using Slept = Whole<kMember, Rows::AfterASleep>;

// Read from left to right: a column may look at what those before it have read.
constexpr std::tuple kSampleColumns{
    Whole<&FrameSample::iteration>{"frame"},
    Whole<&FrameSample::stretch>{"stretch", 0, 1'000'000'000},
    Whole<&FrameSample::start>{"start_ns"},
    FrameTime{"frame_time_ns"},
    Whole<&FrameSample::work>{"work_ns", 0},
    Deadline{"deadline_ns"},
    Lateness{"lateness_ns"},
    Waited<&FrameSample::nativeSleeps>{"native_sleeps", 0, std::numeric_limits<std::uint32_t>::max()},
    Waited<&FrameSample::nativeSleep>{"native_sleep_ns"},
    Slept<&FrameSample::oversleep>{"oversleep_ns"},
    Waited<&FrameSample::spin>{"spin_ns"},
    Slept<&FrameSample::margin>{"margin_ns"},
    Waited<&FrameSample::lost>{"lost", 0},
    FirstCause{"cause"},
};
constexpr std::tuple kSleepColumns{
    Whole<&SleepSample::frame>{"frame"},
    Kind{"kind"},
    Whole<&SleepSample::asked>{"asked_ns"},
    Whole<&SleepSample::took>{"took_ns"},
    Whole<&SleepSample::endToDeadline>{"end_to_deadline_ns"},
};

template <typename Columns>
constexpr auto namesOf(const Columns& columns) {
    return std::apply([](const auto&... column) { return std::array{column.name...}; }, columns);
}
constexpr auto kSampleNames = namesOf(kSampleColumns);
constexpr auto kSleepNames = namesOf(kSleepColumns);

template <typename Columns, typename Sample>
void readInto(const Columns& columns, FieldReader& fields, Sample& sample) {
    std::size_t place = 0;
    std::apply([&](const auto&... column) { (column.read(fields, place++, sample), ...); }, columns);
}

} // namespace

std::span<const std::string_view> sampleColumns() noexcept {
    return kSampleNames;
}

std::span<const std::string_view> sleepColumns() noexcept {
    return kSleepNames;
}

std::string columnLine(std::span<const std::string_view> columns) {
    std::string line;
    for (const std::string_view column : columns) {
        line += line.empty() ? "" : ",";
        line += column;
    }
    return line + "\n";
}

void Row::number(std::int64_t value) noexcept {
    char* const begin = m_buffer.data() + m_length;
    m_length +=
        static_cast<std::size_t>(std::to_chars(begin, m_buffer.data() + m_buffer.size(), value).ptr - begin);
}

void Row::text(std::string_view value) noexcept {
    std::ranges::copy(value, m_buffer.begin() + static_cast<std::ptrdiff_t>(m_length));
    m_length += value.size();
}

template <typename Columns, typename Sample>
std::string_view Row::rowOf(const Columns& columns, const Sample& sample) noexcept {
    m_length = 0;
    std::apply(
        [&](const auto&... column) { ((column.write(*this, sample), m_buffer[m_length++] = ','), ...); },
        columns);
    m_buffer[m_length - 1] = '\n'; // instead of the last comma
    return {m_buffer.data(), m_length};
}

std::string_view Row::of(const FrameSample& sample) noexcept {
    return rowOf(kSampleColumns, sample);
}

std::string_view Row::of(const SleepSample& sample) noexcept {
    return rowOf(kSleepColumns, sample);
}

FrameSample readFrame(FieldReader& fields) {
    FrameSample sample;
    readInto(kSampleColumns, fields, sample);
    return sample;
}

SleepSample readSleep(FieldReader& fields) {
    SleepSample sample;
    readInto(kSleepColumns, fields, sample);
    return sample;
}

} // namespace jitterscope::csv
