// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_stepper.h"

#include "ui/pages/labs/lab_text.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QPainter>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr const char* kNames[] = {"lab_step_play", "lab_step_predict", "lab_step_run", "lab_step_explain"};

double scaleOf(const QWidget& widget) {
    return static_cast<double>(QFontInfo(widget.font()).pixelSize()) /
           QFontInfo(QApplication::font()).pixelSize();
}

} // namespace

StepButton::StepButton(int number, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_number(number) {
    setObjectName(QLatin1String(kNames[number - 1]));
    setText(title);
    setAccessibleName(tr("Step %1: %2").arg(number).arg(title));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StepButton::sizeHint() const {
    const double scale = scaleOf(*this);
    const double lines = QFontMetricsF(labFont(LabText::Lead, scale)).height() +
                         QFontMetricsF(labFont(LabText::Note, scale)).height();
    return {200, static_cast<int>(lines) + 14};
}

void StepButton::show(bool current, bool over, const QString& note) {
    m_current = current;
    m_over = over;
    m_note = note;
    setAccessibleDescription(note);
    setToolTip(text() + QStringLiteral(": ") + note);
    update();
}

void StepButton::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    const double scale = scaleOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all(rect());
    if (m_current)
        painter.fillRect(all.adjusted(1, 1, -1, 0), mixed(c.first, c.card, 0.09));
    if (m_current || hasFocus())
        painter.fillRect(QRectF(all.left(), all.bottom() - 3, all.width(), 3),
                         hasFocus() && !m_current ? c.muted : c.first);
    const double size = 24 * scale;
    const QRectF dot(all.left() + 14, all.center().y() - size / 2, size, size);
    const bool filled = m_current || m_over;
    painter.setPen(filled ? QPen(Qt::NoPen) : QPen(c.border, 1));
    painter.setBrush(m_current ? c.first : m_over ? c.good : c.card);
    painter.drawEllipse(dot);
    painter.setFont(labFont(LabText::Lead, scale));
    painter.setPen(filled ? c.onAccent : c.muted);
    painter.drawText(dot, Qt::AlignCenter, m_over ? QStringLiteral("✓") : QString::number(m_number));
    const double left = dot.right() + 10;
    const QFontMetricsF title(labFont(LabText::Lead, scale));
    const QFontMetricsF small(labFont(LabText::Note, scale));
    const double top = all.center().y() - (title.height() + small.height()) / 2;
    const double width = all.right() - 8 - left;
    painter.setPen(m_current ? c.first : isEnabled() ? c.text : c.muted);
    painter.drawText(QPointF(left, top + title.ascent()), title.elidedText(text(), Qt::ElideRight, width));
    painter.setFont(labFont(LabText::Note, scale));
    painter.setPen(c.muted);
    painter.drawText(QPointF(left, top + title.height() + small.ascent()),
                     small.elidedText(m_note, Qt::ElideRight, width));
}

LabStepper::LabStepper(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("lab_stepper"));
    auto* row = rowIn(this, {1, 1, 1, 1}, 0);
    const QString titles[] = {tr("Play"), tr("Predict"), tr("Run"), tr("Explain")};
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        m_steps.at(i) = new StepButton(static_cast<int>(i) + 1, titles[i]);
        row->addWidget(m_steps.at(i), 1);
        connect(m_steps.at(i), &QAbstractButton::clicked, this,
                [this, i] { emit chosen(static_cast<LabStep>(i)); });
    }
}

void LabStepper::show(LabStep step, bool canRun, const Notes& notes) {
    const std::pair<LabStep, QString> texts[] = {{LabStep::Play, notes.play},
                                                 {LabStep::Predict, notes.predict},
                                                 {LabStep::Run, notes.run},
                                                 {LabStep::Explain, notes.explain}};
    for (const auto& [each, text] : texts) {
        button(each).setEnabled(each <= LabStep::Predict || (each == LabStep::Run && canRun) ||
                                step > LabStep::Predict);
        button(each).show(each == step, each < step, text);
    }
}

void LabStepper::paintEvent(QPaintEvent*) {
    paintCardGround(*this);
}

} // namespace jitterscope::ui
