// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_text.h"

#include "ui/forms/form_parts.h"
#include "ui/plot/card.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFontInfo>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr const char* kRole = "lab_role";
constexpr double kRoomyScale = 1.8; // reached at about 850 px of height

QFont scaled(QFont font, double scale) {
    font.setPixelSize(static_cast<int>(std::lround(QFontInfo(font).pixelSize() * scale)));
    return font;
}

void fitButton(QAbstractButton& button) {
    if (qobject_cast<QPushButton*>(&button) != nullptr && !button.property("chip").toBool())
        button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + 40);
}

} // namespace

QFont labFont(LabText role, double scale) {
    switch (role) {
    case LabText::Title:
        return scaled(titleFont(), scale * 1.1);
    case LabText::Lead:
        return scaled(titleFont(), scale);
    case LabText::Note:
        return scaled(noteFont(), scale);
    case LabText::Code:
        // Lines of code are long: small projectors have no room for larger ones.
        return scaled(figureFont(0.86), scale < kRoomyScale ? std::min(scale, 1.4) : scale * 0.86);
    case LabText::Body:
        break;
    }
    return scaled(QApplication::font(), scale);
}

void setLabRole(QWidget& label, LabText role) {
    label.setProperty(kRole, static_cast<int>(role));
    label.setFont(labFont(role, 1));
    if (role == LabText::Note)
        setMuted(label);
}

void setLabWords(QLabel& label, const QString& text) {
    label.setText(unbroken(text));
}

QLabel* labLabel(const QString& text, LabText role, const char* name) {
    auto* label = new QLabel(unbroken(text));
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    setLabRole(*label, role);
    return label;
}

QPushButton* labButton(const QString& text, const char* name, const QString& tip) {
    QPushButton* button = makeButton(text, name, tip);
    fitButton(*button);
    return button;
}

QVBoxLayout* columnIn(QWidget* widget, const QMargins& edges, int spacing) {
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(edges);
    column->setSpacing(spacing);
    return column;
}

QHBoxLayout* rowIn(QWidget* widget, const QMargins& edges, int spacing) {
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(edges);
    row->setSpacing(spacing);
    return row;
}

QVBoxLayout* fillCard(Card& card, const QString& title, int spacing) {
    auto* content = new QWidget;
    QVBoxLayout* const column = columnIn(content, {2, 2, 2, 6}, spacing);
    column->addWidget(labLabel(title, LabText::Title));
    card.setContent(content);
    return column;
}

void setTypeSize(QWidget& root, double scale) {
    for (auto* label : root.findChildren<QWidget*>()) {
        if (const QVariant role = label->property(kRole); role.isValid())
            label->setFont(labFont(static_cast<LabText>(role.toInt()), scale));
    }
    for (auto* button : root.findChildren<QAbstractButton*>()) {
        button->setFont(labFont(LabText::Body, scale));
        fitButton(*button);
    }
    for (auto* edit : root.findChildren<QLineEdit*>())
        edit->setFont(scaled(figureFont(), scale));
}

} // namespace jitterscope::ui
