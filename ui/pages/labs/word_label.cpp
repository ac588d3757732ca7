// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/word_label.h"

#include "core/base/catalog.h"
#include "core/scene/glossary.h"
#include "ui/charts/labs/lab_scene.h"
#include "ui/format/plan_text.h"
#include "ui/plot/picture_view.h"
#include "ui/theme/theme.h"

#include <QCursor>
#include <QEvent>
#include <QFrame>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kCardWidth = 320; // px
constexpr int kPictureHeight = 62;

/// The sentence with a link at each word that is explained.
QString linked(const QString& sentence) {
    const std::string text = sentence.toStdString();
    const QString colour = tokens().first.name();
    QString html;
    std::size_t at = 0;
    const auto piece = [&text](std::size_t from, std::size_t length) {
        return QString::fromStdString(text.substr(from, length)).toHtmlEscaped();
    };
    for (const scene::Found& found : scene::wordsIn(text)) {
        if (found.at < at)
            continue; // inside of another word
        html += piece(at, found.at - at) +
                QStringLiteral("<a href='%1' style='color: %2'>%3</a>")
                    .arg(format::text(found.word->id), colour, piece(found.at, found.length));
        at = found.at + found.length;
    }
    return html + piece(at, std::string::npos);
}

/// A sentence and a small picture; a click anywhere closes it.
void showWord(const scene::Word& word, const QPoint& at, QWidget* parent) {
    auto* card = new QFrame(parent, Qt::Popup);
    card->setAttribute(Qt::WA_DeleteOnClose);
    card->setObjectName(QStringLiteral("lab_word"));
    card->setAccessibleName(format::text(word.word));
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    card->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(14, 12, 14, 10);
    column->setSpacing(6);
    column->addWidget(labLabel(format::text(word.word), LabText::Lead, "lab_word_name"));
    column->addWidget(labLabel(format::text(word.means), LabText::Body, "lab_word_means"));
    const QSizeF size(kCardWidth - 28, kPictureHeight);
    auto* picture = new PictureView(size, size);
    picture->show([&word](QSizeF room) {
        return scene::pictureOf(word, room.width(), room.height(), windowLetters());
    });
    column->addWidget(picture);
    card->setFixedWidth(kCardWidth);
    card->adjustSize();
    card->move(at);
    card->show();
}

} // namespace

WordLabel::WordLabel(const QString& sentence, LabText role, const char* name) : m_plain(sentence) {
    setObjectName(QLatin1String(name));
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setLabRole(*this, role);
    setAccessibleName(sentence);
    connect(this, &QLabel::linkActivated, this, &WordLabel::explain);
    write();
}

void WordLabel::explain(const QString& word) {
    const scene::Word* const found = findEntry(scene::glossary(), word.toStdString());
    if (found == nullptr)
        return;
    const QPoint pointer = mapFromGlobal(QCursor::pos());
    const QPoint below = rect().contains(pointer) ? pointer + QPoint(-20, 16) : QPoint(0, height());
    showWord(*found, mapToGlobal(below), this);
}

void WordLabel::write() {
    const QString html = linked(m_plain);
    if (html != text())
        setText(html);
}

void WordLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        write(); // links have a colour of their own
}

} // namespace jitterscope::ui
