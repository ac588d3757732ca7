// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace jitterscope::ui {

/// What Live shows in the place of its charts as long as nothing was ever measured: what the program is for,
/// and where to begin.
class LiveStart final : public QWidget {
    Q_OBJECT
public:
    explicit LiveStart(QWidget* parent = nullptr);

signals:
    void measureWanted();
    /// The user wants the page with this id.
    void pageWanted(const QString& page);
};

} // namespace jitterscope::ui
