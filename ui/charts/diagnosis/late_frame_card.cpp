// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/diagnosis/late_frame_card.h"

#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "core/picture/hatch.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <array>

namespace jitterscope::ui {
namespace {

constexpr std::array kShown{Cause::Work,     Cause::WokeLate, Cause::Margin,
                            Cause::RunQueue, Cause::LostCpu,  Cause::Other};
constexpr int kWidth = 340;

/// The part of one cause in the whole lateness.
class PartBar final : public QWidget {
public:
    PartBar(Cause cause, double share) : m_cause(cause), m_share(std::clamp(share, 0.0, 1.0)) {
        setMinimumSize(110, 12);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QRectF bar(0, 1, std::max(m_share * width(), 1.0), height() - 2);
        paintPicture(painter, swatch(causeLook(m_cause), bar.width(), bar.height()), bar, paintsDark());
    }

private:
    Cause m_cause;
    double m_share;
};

QLabel* wrapping(const QString& text) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    return label;
}

} // namespace

LateFrameCard::LateFrameCard(const FrameSample& sample, Nanoseconds tolerance, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setObjectName(QStringLiteral("late_frame_card"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFixedWidth(kWidth);
    const LatenessParts parts = partsOf(sample);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(14, 10, 14, 12);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    const LateFrameWords words = lateFrameWords(sample, tolerance);
    auto* title = wrapping(format::text(words.title));
    title->setFont(titleFont());
    grid->addWidget(title, 0, 0, 1, 3);
    grid->addWidget(wrapping(format::text(words.cause)), 1, 0, 1, 3);
    int row = 2;
    for (const Cause cause : kShown) {
        const std::int64_t part = parts.of(cause);
        if (part == 0)
            continue;
        auto* name = new QLabel(format::text(causeName(cause)));
        name->setFont(noteFont());
        auto* value = new QLabel(format::duration(static_cast<double>(part)));
        value->setFont(figureFont(0.92));
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(name, row, 0);
        grid->addWidget(new PartBar(cause, static_cast<double>(part) / static_cast<double>(parts.total())),
                        row, 1);
        grid->addWidget(value, row, 2);
        ++row;
    }
    auto* foot = wrapping(format::text(words.foot));
    foot->setFont(noteFont());
    setMuted(*foot);
    grid->addWidget(foot, row, 0, 1, 3);
    grid->setColumnStretch(1, 1);
}

void LateFrameCard::openAt(const QPoint& point) {
    adjustSize();
    const QScreen* const under = QGuiApplication::screenAt(point);
    const QScreen* const screen = under != nullptr ? under : QGuiApplication::primaryScreen();
    const QRect room = screen->availableGeometry();
    const int x = std::clamp(point.x() + 12, room.left(), std::max(room.left(), room.right() - width()));
    const int y = std::clamp(point.y() + 12, room.top(), std::max(room.top(), room.bottom() - height()));
    move(x, y);
    show();
    setFocus();
}

void LateFrameCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(QPen(tokens().border, 1));
    painter.setBrush(tokens().card);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace jitterscope::ui
