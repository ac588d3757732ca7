// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/sentence_label.h"

#include "core/base/catalog.h"
#include "core/scene/glossary.h"
#include "ui/charts/labs/lab_scene.h"
#include "ui/format/outside_text.h"
#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/plot/picture_view.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QEvent>
#include <QFrame>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope::ui {

namespace {

constexpr int kCardWidth = 320; // px
constexpr int kPictureHeight = 62;

} // namespace

void showWord(const scene::Word& word, const QPoint& at, QWidget* parent) {
    auto* card = new QFrame(parent, Qt::Popup);
    card->setAttribute(Qt::WA_DeleteOnClose);
    card->setObjectName(QStringLiteral("lab_word"));
    card->setAccessibleName(format::text(word.word));
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    card->setBackgroundRole(QPalette::Base);
    auto* column = columnIn(card, {14, 12, 14, 10}, 6);
    column->addWidget(labLabel(format::text(word.word), LabText::Lead, "lab_word_name"));
    column->addWidget(labLabel(format::text(word.means), LabText::Body, "lab_word_means"));
    const QSizeF size(kCardWidth - 28, kPictureHeight);
    auto* picture = new PictureView(size, size);
    picture->show([&word](QSizeF room) {
        return scene::pictureOf(word, room.width(), room.height(), windowLetters());
    });
    column->addWidget(picture);
    card->setFixedWidth(forFont(kCardWidth));
    card->adjustSize();
    card->move(at);
    card->show();
}

namespace {

constexpr int kBeside = 8;      // px left and right of the text
constexpr int kAround = 3;      // px above and below it
constexpr double kTravel = 320; // px of the mouse from one end of a knob to the other
constexpr int kFewSteps = 10;   // a knob with no more steps than this …
constexpr double kPerStep = 36; // … takes this much travel for each step, px
constexpr int kPage = 10;       // steps of PgUp and PgDn
const QString kKnobOf = QStringLiteral("knob:");
const QString kWordOf = QStringLiteral("word:");
constexpr double kLitGround = 0.09;

/// How many steps a key turns a knob; 0: it is no such key.
int stepOf(int key) {
    switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Up:
        return 1;
    case Qt::Key_Left:
    case Qt::Key_Down:
        return -1;
    case Qt::Key_PageUp:
        return kPage;
    case Qt::Key_PageDown:
        return -kPage;
    default:
        return 0;
    }
}

double travelOf(const KnobScale& scale) {
    return scale.steps() <= kFewSteps ? kPerStep * scale.steps() : kTravel;
}

QString onOneLine(QString words) {
    constexpr QChar kHyphen(0x2011); // at which no line ends
    return words.replace(QLatin1Char(' '), QChar(QChar::Nbsp)).replace(QLatin1Char('-'), kHyphen);
}

} // namespace

SentenceLabel::SentenceLabel(LabText role, const char* name) {
    setObjectName(QLatin1String(name));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_text.setDocumentMargin(0);
    setLabRole(*this, role);
}

void SentenceLabel::show(const LabSentence& sentence, std::span<const ParameterInfo> knobs,
                         const ParameterValues& values) {
    m_sentence = sentence;
    m_part = sentence.part;
    m_plain = format::text(sentence.text);
    m_knobs = knobs;
    m_values = values;
    setAccessibleName(m_plain);
    write();
}

/// Writes the text again, and finds the places of its words and numbers.
void SentenceLabel::write() {
    const QString kept = focused();
    m_targets.clear();
    m_text.clear();
    m_text.setDefaultFont(font());
    struct Piece {
        std::size_t at;
        std::size_t length;
        Target target;
    };
    std::vector<Piece> pieces;
    for (const LabNumber& number : m_sentence.numbers) {
        const int knob = parameterIndex(m_knobs, number.knob);
        if (knob < 0)
            continue;
        const auto index = static_cast<std::size_t>(knob);
        pieces.push_back({number.at,
                          number.length,
                          {kKnobOf + format::text(number.knob), 0, 0, m_knobs[index], m_values[index]}});
    }
    for (const scene::Found& found : scene::wordsIn(m_sentence.text))
        pieces.push_back(
            {found.at, found.length, {kWordOf + format::text(found.word->id), 0, 0, std::nullopt, 0}});
    std::ranges::stable_sort(pieces, {}, &Piece::at);
    const auto part = [this](std::size_t from, std::size_t length) {
        return format::text(m_sentence.text.substr(from, length));
    };
    std::size_t at = 0;
    for (const Piece& piece : pieces) {
        if (piece.at < at)
            continue; // inside another piece
        add(part(at, piece.at - at), std::nullopt);
        add(part(piece.at, piece.length), piece.target);
        at = piece.at + piece.length;
    }
    add(part(at, std::string::npos), std::nullopt);
    m_text.setTextWidth(textWidth(width()));
    m_focus = -1;
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        if (!kept.isEmpty() && m_targets[i].name == kept)
            m_focus = static_cast<int>(i);
    }
    updateGeometry();
    update();
}

void SentenceLabel::add(const QString& words, const std::optional<Target>& target) {
    QTextCursor cursor(&m_text);
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat look;
    look.setForeground(palette().color(foregroundRole()));
    if (!target) {
        cursor.insertText(words, look);
        return;
    }
    look.setForeground(tokens().first);
    look.setUnderlineStyle(target->knob ? QTextCharFormat::DashUnderline : QTextCharFormat::SingleUnderline);
    look.setUnderlineColor(tokens().first);
    if (target->knob)
        look.setFontWeight(QFont::DemiBold);
    Target made = *target;
    made.at = cursor.position();
    cursor.insertText(target->knob ? onOneLine(words) + QStringLiteral("\u2060↔") : words, look);
    made.length = cursor.position() - made.at;
    m_targets.push_back(made);
}

int SentenceLabel::textWidth(int width) const {
    return std::max(width - 2 * kBeside, 40);
}

int SentenceLabel::heightForWidth(int width) const {
    QTextDocument* const copy = m_text.clone();
    copy->setTextWidth(textWidth(width));
    const double high = copy->size().height();
    delete copy;
    return static_cast<int>(std::ceil(high)) + 2 * kAround;
}

QSize SentenceLabel::sizeHint() const {
    constexpr int kUsual = 300;
    return {kUsual, heightForWidth(kUsual)};
}

void SentenceLabel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_text.setTextWidth(textWidth(width()));
}

/// The box around all its letters, even if they are on two lines.
QRectF SentenceLabel::boxOf(const Target& target) const {
    QRectF box;
    const QTextBlock block = m_text.begin();
    const QTextLayout* const layout = block.layout();
    const QPointF corner = m_text.documentLayout()->blockBoundingRect(block).topLeft();
    for (int i = 0; i < layout->lineCount(); ++i) {
        const QTextLine line = layout->lineAt(i);
        const int from = std::max(target.at, line.textStart());
        const int to = std::min(target.at + target.length, line.textStart() + line.textLength());
        if (from >= to)
            continue;
        const double left = line.cursorToX(from);
        box |= QRectF(left, line.y(), line.cursorToX(to) - left, line.height())
                   .translated(corner + QPointF(kBeside, kAround));
    }
    return box;
}

int SentenceLabel::targetAt(const QPointF& at) const {
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        if (boxOf(m_targets[i]).contains(at))
            return static_cast<int>(i);
    }
    return -1;
}

QRect SentenceLabel::placeOf(const QString& target) const {
    const auto found = std::ranges::find(m_targets, target, &Target::name);
    return found != m_targets.end() ? boxOf(*found).toAlignedRect() : QRect();
}

QString SentenceLabel::focused() const {
    return m_focus >= 0 && m_focus < static_cast<int>(m_targets.size())
               ? m_targets[static_cast<std::size_t>(m_focus)].name
               : QString();
}

void SentenceLabel::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouseNow() || hasFocus()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(c.first, c.card, kLitGround));
        painter.drawRoundedRect(rect(), 4, 4);
        painter.setBrush(c.first);
        painter.drawRect(QRectF(0, 2, 3, height() - 4));
    }
    if (hasFocus()) {
        painter.setPen(QPen(c.first, 1.5));
        painter.setBrush(Qt::NoBrush);
        const QRectF box = m_focus >= 0
                               ? boxOf(m_targets[static_cast<std::size_t>(m_focus)]).adjusted(-3, 0, 3, 0)
                               : QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.translate(kBeside, kAround);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette = palette();
    m_text.documentLayout()->draw(&painter, context);
}

void SentenceLabel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        write(); // the document has colours and fonts of its own
}

void SentenceLabel::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    m_hovered = true;
    update();
    emit pointed();
}

void SentenceLabel::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered = false;
    update();
    emit pointed();
}

void SentenceLabel::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() == Qt::BacktabFocusReason)
        focusOn(static_cast<int>(m_targets.size()) - 1);
    update();
    emit pointed();
}

void SentenceLabel::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        focusOn(-1);
    update();
    emit pointed();
}

void SentenceLabel::focusOn(int target) {
    m_focus = target;
    m_turning = false;
    update();
    QString says;
    if (m_focus >= 0) {
        const Target& on = m_targets[static_cast<std::size_t>(m_focus)];
        says = on.knob
                   ? tr("Knob %1: %2; the arrow keys turn it.")
                         .arg(format::text(on.knob->label), format::text(parameterText(*on.knob, on.value)))
                   : tr("Enter explains the word.");
    }
    setAccessibleDescription(says);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

/// Goes from the sentence to its words and numbers, and then to the next widget.
bool SentenceLabel::focusNextPrevChild(bool next) {
    const int to = m_focus + (next ? 1 : -1);
    if (to < -1 || to >= static_cast<int>(m_targets.size()))
        return QWidget::focusNextPrevChild(next);
    focusOn(to);
    return true;
}

/// While a number has the keyboard, its keys are not shortcuts of the window or of a class.
bool SentenceLabel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && m_focus >= 0 &&
        m_targets[static_cast<std::size_t>(m_focus)].knob &&
        stepOf(static_cast<QKeyEvent*>(event)->key()) != 0) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void SentenceLabel::keyPressEvent(QKeyEvent* event) {
    const int steps = stepOf(event->key());
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_focus >= 0 && m_targets[static_cast<std::size_t>(m_focus)].knob && steps != 0)
        turn(steps);
    else if (m_focus >= 0 && !m_targets[static_cast<std::size_t>(m_focus)].knob && enters)
        explain(m_targets[static_cast<std::size_t>(m_focus)]);
    else
        QWidget::keyPressEvent(event);
}

void SentenceLabel::turn(int steps) {
    const Target& at = m_targets[static_cast<std::size_t>(m_focus)];
    const double value = KnobScale(*at.knob).stepped(at.value, steps);
    if (value == at.value)
        return;
    const bool goesOn = std::exchange(m_turning, true);
    emit turned(format::text(at.knob->name), value, goesOn); // this writes the text again
}

void SentenceLabel::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->button() == Qt::LeftButton ? targetAt(event->position()) : -1;
    if (m_pressed < 0)
        return;
    const Target& target = m_targets[static_cast<std::size_t>(m_pressed)];
    setFocus(Qt::MouseFocusReason);
    focusOn(m_pressed);
    if (target.knob) {
        const KnobScale scale(*target.knob);
        m_drag = Drag{target.name,
                      scale,
                      std::clamp(scale.shareOf(target.value), 0.0, 1.0),
                      event->globalPosition().x(),
                      target.value,
                      false};
    }
}

void SentenceLabel::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag) {
        hover(targetAt(event->position()));
        return;
    }
    const double value = m_drag->scale.valueAt(m_drag->share + (event->globalPosition().x() - m_drag->x) /
                                                                   travelOf(m_drag->scale));
    if (value == m_drag->value)
        return;
    m_drag->value = value;
    const bool goesOn = std::exchange(m_drag->moved, true);
    emit turned(m_drag->name.mid(kKnobOf.size()), value, goesOn);
}

void SentenceLabel::mouseReleaseEvent(QMouseEvent* event) {
    const bool turns = m_drag.has_value();
    const int pressed = std::exchange(m_pressed, -1);
    m_drag.reset();
    if (!turns && pressed >= 0 && targetAt(event->position()) == pressed)
        explain(m_targets[static_cast<std::size_t>(pressed)]);
    emit pointed();
}

void SentenceLabel::hover(int target) {
    if (target < 0) {
        unsetCursor();
        setToolTip({});
        return;
    }
    const Target& on = m_targets[static_cast<std::size_t>(target)];
    setCursor(on.knob ? Qt::SizeHorCursor : Qt::PointingHandCursor);
    setToolTip(on.knob ? tr("%1: drag it sideways.").arg(format::text(on.knob->label)) + QLatin1Char('\n') +
                             parameterTip(*on.knob)
                       : tr("Explains the word"));
}

void SentenceLabel::explain(const Target& word) {
    if (const scene::Word* const found =
            findEntry(scene::glossary(), word.name.mid(kWordOf.size()).toStdString()))
        showWord(*found, mapToGlobal(boxOf(word).bottomLeft().toPoint() + QPoint(-12, 4)), this);
}

} // namespace jitterscope::ui
