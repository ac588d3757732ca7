// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "ui/format/plan_text.h"
#include "ui/forms/field.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>

#include <span>
#include <string>

namespace jitterscope::ui {

/// A captioned control, named for tests and for assistive programs. `caption` may hold a mnemonic.
[[nodiscard]] Field* makeField(const QString& caption, QWidget* control, const QString& name,
                               const QString& tip);

/// A button as wide as its words want. `text` may hold a mnemonic; `name` is for tests.
[[nodiscard]] QPushButton* makeButton(const QString& text, const char* name, const QString& tip);

/// A form with fields that refuse what was typed: the first of them that can be seen gets the keyboard.
/// False: there is none.
bool focusRefusing(QWidget& form);

/// Scrolls up and down only, without a frame, and takes no keyboard of its own.
void setUpScrolling(QScrollArea& area);
/// Such an area around `content`, on the ground of a card.
[[nodiscard]] QScrollArea* scrolling(QWidget* content);

/// The id that a box of catalogue entries shows, and the other way.
[[nodiscard]] std::string chosenId(const QComboBox& box);
void chooseId(QComboBox& box, const std::string& id);

/// Items by id; an entry that cannot be used is greyed, its reason in the tooltip.
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

/// Items by id, all of them usable.
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
