// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace jitterscope::ui {

/// One message laid over the top of the page, so that nothing moves: what was saved, or what went wrong.
/// Notices leave by themselves, failures when they are closed.
class NoticeBar final : public QFrame {
    Q_OBJECT
public:
    /// Stands in the top right corner of `parent`, under `above`.
    NoticeBar(QWidget* parent, QWidget* above);

    void notice(const QString& text) { say(text, false); }
    void failure(const QString& text) { say(text, true); }
    [[nodiscard]] QString text() const { return m_text->text(); }
    void place();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void say(const QString& text, bool failure);

    QWidget* m_above;
    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_close;
    QTimer m_leave;
    bool m_failure = false;
};

} // namespace jitterscope::ui
