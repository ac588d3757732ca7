// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/thread_form.h"

#include "core/base/parse.h"
#include "core/platform/thread_control.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"

#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

QString optionalText(const std::optional<Nanoseconds>& value) {
    return value ? format::text(durationText(*value)) : QString();
}

std::optional<Nanoseconds> optionalDuration(const QString& text) {
    return text.trimmed().isEmpty() ? std::nullopt : parseDuration(text.toStdString());
}

} // namespace

ThreadForm::ThreadForm(SystemFamily system, QWidget* parent) : QWidget(parent) {
    const bool windows = system == SystemFamily::Windows;
    auto* all = new QVBoxLayout(this);
    const auto add = [all](const QString& caption, QWidget* control, const char* name, const QString& tip) {
        all->addWidget(makeField(caption, control, QLatin1String(name), tip));
    };
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(8);
    m_slack = durationEdit(windows ? tr("Timer tick") : tr("Timer slack"), 1, kSecond);
    m_slack->setPlaceholderText(tr("unchanged"));
    add(windows ? tr("Timer tic&k") : tr("Timer slac&k"), m_slack, "slack",
        windows
            ? tr("How long Windows may take from tick to tick of its timer, on which sleeps end "
                 "(timeBeginPeriod). Usually 15.6 ms; 1ms is the most exact. Empty: unchanged. (1ms … 1s)")
            : tr("How late the kernel may wake the thread to save power. Usually 50 µs; 1ns is the most "
                 "exact. Empty: unchanged. (1ns … 1s)"));
    m_cpu = new QComboBox;
    m_cpu->addItem(tr("any"), -1);
    for (const int cpu : allowedProcessors())
        m_cpu->addItem(QString::number(cpu), cpu);
    add(tr("Processor"), m_cpu, "cpu",
        tr("Pins the measuring thread to one processor. It then never moves, but it waits when this "
           "processor is busy."));
    m_realtime = new QCheckBox(tr("Real-time class"));
    m_realtime->setObjectName(QStringLiteral("realtime"));
    m_realtime->setAccessibleName(tr("Real-time class"));
    m_realtime->setToolTip(
        windows
            ? tr("The class for sound (MMCSS), or the highest priority of the process: runs before all "
                 "ordinary threads. Needs no permission. Windows takes the class from a thread that spins.")
            : tr("SCHED_FIFO: runs before all ordinary threads. Needs permission and more than one "
                 "processor. The kernel stops a thread that spins in this class for 50 ms each second."));
    all->addWidget(m_realtime);
    m_anatomy = new QCheckBox(tr("Causes of late frames"));
    m_anatomy->setObjectName(QStringLiteral("anatomy"));
    m_anatomy->setAccessibleName(tr("Causes of late frames"));
    m_anatomy->setToolTip(
        windows ? tr("Says of each late frame whether its work was long or its wait ended late. Windows does "
                     "not tell how long a thread waited for a processor.")
                : tr("Asks the scheduler after each wait how long the thread was in the run queue. This "
                     "takes about 1 µs a frame, outside the measured interval."));
    all->addWidget(m_anatomy);
    m_tolerance = durationEdit(tr("Late beyond"), 0, 10 * kSecond);
    m_tolerance->setPlaceholderText(tr("1 % of the period"));
    add(tr("Late beyon&d"), m_tolerance, "tolerance",
        tr("A frame that starts later than this after its deadline counts as late. Empty: 1 % of the period. "
           "(0 … 10s)"));
    m_stopOnLate = durationEdit(tr("Stop on a frame later than"), 0, 10 * kSecond);
    m_stopOnLate->setPlaceholderText(tr("never"));
    add(tr("Stop on a &frame later than"), m_stopOnLate, "stop_on_late",
        tr("Stops the run at the first frame that is later than this, so that the strip shows what led to "
           "it. Empty: never. (0 … 10s)"));
    connect(m_cpu, &QComboBox::activated, this, &ThreadForm::edited);
    connect(m_realtime, &QCheckBox::clicked, this, &ThreadForm::edited);
    connect(m_anatomy, &QCheckBox::clicked, this, &ThreadForm::edited);
}

ValueEdit* ThreadForm::durationEdit(const QString& what, std::int64_t least, std::int64_t most) {
    auto* edit = new ValueEdit([what, least, most](const QString& text) -> QString {
        if (text.trimmed().isEmpty())
            return {};
        const auto value = parseDuration(text.toStdString());
        if (value && value->count() >= least && value->count() <= most)
            return {};
        return tr("%1: a time of %2 … %3, such as 250us or 1.5ms")
            .arg(what, format::text(durationText(Nanoseconds(least))),
                 format::text(durationText(Nanoseconds(most))));
    });
    connect(edit, &ValueEdit::committed, this, &ThreadForm::edited);
    return edit;
}

void ThreadForm::setPlan(const RunPlan& plan) {
    const auto put = [](ValueEdit* edit, const std::optional<Nanoseconds>& value) {
        if (!edit->hasFocus() || edit->valid())
            edit->setValueText(optionalText(value));
    };
    put(m_slack, plan.thread.slack);
    put(m_tolerance, plan.tolerance);
    put(m_stopOnLate, plan.stopOnLate);
    m_realtime->setChecked(plan.thread.realtime);
    m_anatomy->setChecked(plan.thread.anatomy);
    m_cpu->setCurrentIndex(std::max(0, m_cpu->findData(plan.thread.cpu)));
}

void ThreadForm::applyTo(RunPlan& plan) const {
    plan.thread.slack = optionalDuration(m_slack->taken());
    plan.thread.realtime = m_realtime->isChecked();
    plan.thread.anatomy = m_anatomy->isChecked();
    plan.thread.cpu = m_cpu->currentData().toInt();
    plan.tolerance = optionalDuration(m_tolerance->taken());
    plan.stopOnLate = optionalDuration(m_stopOnLate->taken());
}

bool ThreadForm::commit() {
    bool all = true;
    for (ValueEdit* edit : {m_slack, m_tolerance, m_stopOnLate})
        all = edit->commit() && all;
    return all;
}

QString ThreadForm::explanation(SystemFamily system) {
    return system == SystemFamily::Windows
               ? tr("Timer tick, processor and real-time class; what counts as late; when to stop.")
               : tr("Timer slack, processor and real-time class; what counts as late; when to stop.");
}

QString ThreadForm::summary(const RunPlan& plan, SystemFamily system) {
    QStringList parts;
    parts << (system == SystemFamily::Windows ? tr("tick %1") : tr("slack %1"))
                 .arg(plan.thread.slack ? format::duration(static_cast<double>(plan.thread.slack->count()))
                                        : tr("unchanged"));
    parts << (plan.thread.cpu >= 0 ? tr("CPU %1").arg(plan.thread.cpu) : tr("any CPU"));
    parts << (plan.thread.realtime ? tr("real-time class") : tr("normal class"));
    if (plan.stopOnLate)
        parts << tr("stops on >%1").arg(format::duration(static_cast<double>(plan.stopOnLate->count())));
    return parts.join(QStringLiteral(" · "));
}

} // namespace jitterscope::ui
