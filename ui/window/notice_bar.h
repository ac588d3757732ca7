// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QTimer>
#include <QToolButton>

#include <functional>

namespace jitterscope::ui {

/// One message over the foot of the page, so that nothing moves: what was saved, what went wrong, or what can
/// be done. Every message leaves by itself, failures and offers later than others. history() keeps them.
class NoticeBar final : public QFrame {
    Q_OBJECT
public:
    static constexpr int kNoticeMilliseconds = 9000;
    static constexpr int kOfferMilliseconds = 12'000;
    static constexpr int kFailureMilliseconds = 25'000;
    static constexpr qsizetype kHistory = 100;

    /// Stands in the lower right corner of `parent`. It takes at most half of its width (but 320 px at
    /// least): settings stand at the left, and results above.
    explicit NoticeBar(QWidget* parent);

    void notice(const QString& text) { say(text, Kind::Notice); }
    /// How far something is. It is not kept in history().
    void progress(const QString& text) { say(text, Kind::Progress); }
    void failure(const QString& text) { say(text, Kind::Failure); }
    /// A button that says `doing` calls `then` and closes the message.
    void offer(const QString& text, const QString& doing, std::function<void()> then);
    [[nodiscard]] QString text() const { return m_text->text(); }
    /// How long this message stays, in ms.
    [[nodiscard]] int staysFor() const { return m_leave.interval(); }
    /// "12:34:56 text", the newest last; the last kHistory messages.
    [[nodiscard]] const QStringList& history() const { return m_history; }
    /// Call it when `parent` has another size.
    void place();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Kind { Notice, Progress, Failure, Offer };
    void say(const QString& text, Kind kind);

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_do;
    QToolButton* m_close;
    QTimer m_leave{this};
    QStringList m_history;
    std::function<void()> m_then;
    Kind m_kind = Kind::Notice;
};

} // namespace jitterscope::ui
