// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <QToolButton>

#include <set>
#include <string>

namespace jitterscope::ui {

/// Shows and hides the figures that a statement rests on. The caller puts panel() into a layout, which then
/// owns it. The panel is hidden until the toggle is pressed.
class EvidenceToggle final : public QToolButton {
    Q_OBJECT
public:
    /// `caption`: the short name of the statement, or "Evidence". `open`: the ids of the statements that are
    /// open. It must outlive this toggle, so that new rows are open where the old ones were.
    EvidenceToggle(const QString& caption, const Evidence& evidence, std::set<std::string>& open);

    [[nodiscard]] QWidget* panel() const noexcept { return m_panel; }

private:
    void refresh(bool open);

    QWidget* m_panel;
};

} // namespace jitterscope::ui
