// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QWidget>

namespace jitterscope::ui {

/// What the page shows before there is a run: where to drop files, what is read, and ways on without a file.
class CompareEmpty final : public QWidget {
    Q_OBJECT
public:
    explicit CompareEmpty(QWidget* parent = nullptr);

signals:
    void openWanted();
    void exampleWanted();
    /// The user wants the page with this id.
    void pageWanted(const QString& page);
};

/// A large target with a dashed edge and a sketch of two runs.
class DropField final : public QFrame {
    Q_OBJECT
public:
    explicit DropField(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A picture of two bell curves, A and B.
class PairSketch final : public QWidget {
    Q_OBJECT
public:
    explicit PairSketch(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace jitterscope::ui
