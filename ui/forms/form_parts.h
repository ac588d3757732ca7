// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "ui/format/outside_text.h"
#include "ui/forms/field.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QString>

#include <span>
#include <string>
#include <string_view>

namespace jitterscope::ui {

/// A label of plain text that wraps, can be selected, and makes no page wider. `name`: of the object, for
/// tests; empty: none.
[[nodiscard]] QLabel* wrappedLabel(const QString& text, const QString& name = {});
/// The same in the font of notes, muted.
[[nodiscard]] QLabel* noteLabel(const QString& text, const QString& name = {});
/// The text with no-break spaces, so that no line ends between a number and its unit: said::unbroken().
[[nodiscard]] QString unbroken(std::string_view words);
[[nodiscard]] QString unbroken(const QString& words);

/// A captioned control, named for tests and for assistive programs. `caption` may hold a mnemonic.
[[nodiscard]] Field* makeField(const QString& caption, QWidget* control, const QString& name,
                               const QString& tip);

/// A button that is wide enough for its text. `text` may hold a mnemonic; `name` is for tests.
[[nodiscard]] QPushButton* makeButton(const QString& text, const char* name, const QString& tip);

/// A thin bar for 0 … 1000 thousandths of what `tip` names.
[[nodiscard]] QProgressBar* makeProgress(const char* name, const QString& tip);

/// Gives the keyboard to the first visible field of `form` that refuses what was typed. False: there is none.
bool focusRefusing(QWidget& form);

/// Makes an area scroll where its content needs more room, without a frame and without keyboard focus.
void setUpScrolling(QScrollArea& area);
/// Such an area around `content`, with the background of a card.
[[nodiscard]] QScrollArea* scrolling(QWidget* content);

/// The id of the entry that a box of fillBox() shows; chooseId() shows the entry of an id.
[[nodiscard]] std::string chosenId(const QComboBox& box);
void chooseId(QComboBox& box, const std::string& id);

/// Fills a box with entries, each with its id as data. `reasonAgainst` says why an entry cannot be used
/// (empty: it can); such an entry is greyed, with the reason in its tooltip.
template <typename Entry, typename Reason>
void fillBox(QComboBox& box, std::span<const Entry> entries, Reason&& reasonAgainst) {
    box.clear();
    for (const Entry& entry : entries) {
        box.addItem(format::text(entry.name), format::text(entry.id));
        const int row = box.count() - 1;
        const QString reason = reasonAgainst(entry);
        box.setItemData(row, reason.isEmpty() ? format::text(entry.description) : reason, Qt::ToolTipRole);
        if (!reason.isEmpty())
            static_cast<QStandardItemModel*>(box.model())->item(row)->setEnabled(false);
    }
}

/// The same for entries that can all be used.
template <typename Entry>
void fillBox(QComboBox& box, std::span<const Entry> entries) {
    fillBox(box, entries, [](const Entry&) { return QString(); });
}

template <typename Entry>
[[nodiscard]] std::span<const ParameterInfo> parametersOf(std::span<const Entry> entries,
                                                          const std::string& id) {
    const Entry* entry = findEntry(entries, id);
    return entry != nullptr ? std::span<const ParameterInfo>(entry->parameters)
                            : std::span<const ParameterInfo>();
}

} // namespace jitterscope::ui
