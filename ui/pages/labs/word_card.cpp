// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/word_card.h"

#include "ui/charts/labs/lab_scene.h"
#include "ui/format/outside_text.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/plot/picture_view.h"
#include "ui/theme/theme.h"

#include <QFrame>
#include <QVBoxLayout>

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

} // namespace jitterscope::ui
