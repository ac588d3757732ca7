// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace jitterscope::ui {

/// One line of plain text. If it does not fit, a shorter text is shown, if there is one; that is cut with
/// "…", and the tooltip has all of it, unless whoever uses the label has set another.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;
    void setShorter(const QString& text);
    /// What is shown at this width.
    [[nodiscard]] QString shown() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_shorter;
};

} // namespace jitterscope::ui
