// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/grounds.h"

#include <QToolButton>

#include <set>
#include <string>

namespace jitterscope::ui {

/// Opens a statement to the figures that it rests on (core/diagnosis/grounds.h). Its panel is laid out by
/// whoever makes it, and belongs to that layout; it is hidden until the toggle is pressed.
class EvidenceToggle final : public QToolButton {
    Q_OBJECT
public:
    /// `caption`: the statement's own short name, or "Evidence". `open` holds the ids of the statements that
    /// are open; it must outlive this toggle, and brings it back as it was when the rows are made anew.
    EvidenceToggle(const QString& caption, const Diagnosis& diagnosis, const std::string& id,
                   std::set<std::string>& open);

    [[nodiscard]] QWidget* panel() const noexcept { return m_panel; }

private:
    void refresh(bool open);

    QWidget* m_panel;
};

} // namespace jitterscope::ui
