// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>
#include <QWidget>

#include <algorithm>

namespace jitterscope::ui {

/// A text that a widget shows, or would show if the pointer rested on it.
struct ShownText {
    QString where;
    QString text;
    bool markup = false; ///< Qt reads it as HTML
    bool edited = false; ///< it is what will be run or opened, letter by letter
};

/// Whether tooltips are shown letter by letter: Qt shows them in a label of its own.
inline bool tipsAreLetters() {
    QToolTip::showText(QPoint(5, 5), QStringLiteral("<b>bold</b>"));
    bool letters = false;
    for (const QWidget* const widget : QApplication::topLevelWidgets()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label != nullptr && label->windowFlags().testFlag(Qt::ToolTip) && label->isVisible())
            letters = label->textFormat() == Qt::PlainText && label->text() == QLatin1String("<b>bold</b>");
    }
    QToolTip::hideText();
    return letters;
}

/// Every text of a widget and of all that is in it: labels, fields, tables, menus, what pointing shows, and
/// what a screen reader is told.
class ShownTexts {
public:
    explicit ShownTexts(QWidget& root) : m_tips(tipsAreLetters()) {
        ofWidget(root);
        for (QWidget* const widget : root.findChildren<QWidget*>())
            ofWidget(*widget);
        for (QAction* const action : root.findChildren<QAction*>())
            ofAction(*action);
    }
    [[nodiscard]] const QList<ShownText>& all() const { return m_all; }

private:
    void add(const QString& where, const QString& text, bool markup = false) {
        if (!text.isEmpty())
            m_all.append({where, text, markup && Qt::mightBeRichText(text)});
    }
    void ofWidget(QWidget& widget) {
        widget.ensurePolished();
        const QString name =
            QLatin1String(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName();
        add(name + " tooltip", widget.toolTip(), !m_tips);
        add(name + " What's This", widget.whatsThis(), true);
        add(name + " status tip", widget.statusTip());
        add(name + " window title", widget.windowTitle());
        add(name + " accessible name", widget.accessibleName());
        add(name + " accessible description", widget.accessibleDescription());
        const bool edited = qobject_cast<const QLineEdit*>(&widget) != nullptr;
        if (auto* interface = edited ? nullptr : QAccessible::queryAccessibleInterface(&widget)) {
            for (const QAccessible::Text kind :
                 {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
                add(name + " for a screen reader", interface->text(kind));
        }
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            add(name, label->text(), label->textFormat() != Qt::PlainText);
        if (const auto* edit = qobject_cast<const QLineEdit*>(&widget)) {
            m_all.append({name, edit->text(), false, true});
            add(name + " placeholder", edit->placeholderText());
        }
        if (const auto* edit = qobject_cast<const QTextEdit*>(&widget))
            add(name, edit->toHtml(), true);
        if (const auto* edit = qobject_cast<const QPlainTextEdit*>(&widget))
            add(name, edit->toPlainText());
        for (const char* property : {"text", "title"}) {
            const QVariant text = widget.property(property);
            if (!edited && qobject_cast<const QLabel*>(&widget) == nullptr &&
                text.typeId() == QMetaType::QString)
                add(name, text.toString());
        }
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                add(name + " tab", tabs->tabText(i));
                add(name + " tab's tooltip", tabs->tabToolTip(i), !m_tips);
            }
        }
        if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
            ofModel(name, combo->model(), {});
        if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model())
            ofModel(name, view->model(), {});
        for (QAction* const action : widget.actions())
            ofAction(*action);
    }
    void ofModel(const QString& name, const QAbstractItemModel* model, const QModelIndex& parent) {
        for (int row = 0; row < std::min(model->rowCount(parent), 2000); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                for (const int role : {Qt::DisplayRole, Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole,
                                       Qt::StatusTipRole})
                    add(name + " cell", index.data(role).toString());
                add(name + " cell's tooltip", index.data(Qt::ToolTipRole).toString(), !m_tips);
                add(name + " cell's What's This", index.data(Qt::WhatsThisRole).toString(), true);
            }
        }
        for (int i = 0; i < model->columnCount(parent); ++i)
            add(name + " column", model->headerData(i, Qt::Horizontal).toString());
        for (int i = 0; i < std::min(model->rowCount(parent), 2000); ++i)
            add(name + " row", model->headerData(i, Qt::Vertical).toString());
    }
    void ofAction(const QAction& action) {
        add("action", action.text());
        add("action's tooltip", action.toolTip(), !m_tips);
        add("action's What's This", action.whatsThis(), true);
        add("action's status tip", action.statusTip());
    }

    bool m_tips;
    QList<ShownText> m_all;
};

/// Words from outside that have become a picture or a look. Empty: there are none.
inline QString markupIn(const QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            const bool opens =
                format.isImageFormat() && !format.toImageFormat().name().startsWith(QLatin1String("data:"));
            if (opens || format.fontStrikeOut())
                return QStringLiteral("read as HTML: ") +
                       (opens ? format.toImageFormat().name() : it.fragment().text());
        }
    }
    return {};
}

/// A character that turns the text around it, or commands a terminal. Empty: there is none.
inline QString commandIn(const QString& letters) {
    for (const QChar c : letters) {
        const bool turns =
            (c >= QChar(0x2028) && c <= QChar(0x202e)) || (c >= QChar(0x2066) && c <= QChar(0x2069));
        const bool control = c.unicode() < 0x20 && c != QLatin1Char('\n') && c != QLatin1Char('\t');
        if (turns || control || c == QChar(0x7f))
            return QStringLiteral("the character U+%1").arg(int(c.unicode()), 4, 16, QLatin1Char('0'));
    }
    return {};
}

/// What is wrong with a text that may hold words from outside. Empty: nothing.
inline QString faultOf(const ShownText& shown) {
    constexpr qsizetype kMost = 20'000; // characters; a page of text has about 3 000
    QString letters = shown.text;
    if (shown.markup) {
        QTextDocument document;
        document.setHtml(shown.text);
        letters = document.toPlainText();
        if (const QString markup = markupIn(document); !markup.isEmpty())
            return markup;
    }
    if (letters.size() > kMost)
        return QStringLiteral("%1 characters").arg(letters.size());
    return shown.edited ? QString() : commandIn(letters);
}

/// Each kind of fault once, with the beginning of its text.
inline QStringList faultsOf(QWidget& root) {
    QStringList faults;
    QStringList known;
    const ShownTexts texts(root);
    for (const ShownText& shown : texts.all()) {
        const QString fault = faultOf(shown);
        if (fault.isEmpty() || known.contains(shown.where + fault))
            continue;
        known << shown.where + fault;
        faults << QStringLiteral("%1: %2: %3").arg(shown.where, fault, shown.text.left(150));
    }
    return faults;
}

} // namespace jitterscope::ui
