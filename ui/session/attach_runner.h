// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attach/attach_session.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace jitterscope::ui {

/// A program that was started from the window and is listened to. GUI thread. It takes a turn fifty times a
/// second, of microseconds each, and puts together what was found once a second.
/// * The program goes on when this object is destroyed; a cure that is being tried in it then ends within a
///   second.
class AttachRunner final : public QObject {
    Q_OBJECT
public:
    explicit AttachRunner(QObject* parent = nullptr);
    ~AttachRunner() override;

    /// Error: it runs already, or the program cannot be listened to or started.
    [[nodiscard]] Result<Done> start(const AttachPlan& plan);
    /// Ends listening; the program runs on, and what was found so far is told.
    void stopListening();
    /// Asks the program to end, as closing a terminal does.
    void endProgram();

    [[nodiscard]] bool running() const noexcept { return m_session != nullptr; }
    /// It listens or tries cures; false: only the program runs on.
    [[nodiscard]] bool measuring() const noexcept;
    [[nodiscard]] double progress() const;
    /// The cure that is tried; empty: none is.
    [[nodiscard]] QString trying() const;

signals:
    void started();
    void progressed();
    /// What is known so far. `whole`: nothing more comes.
    void found(const std::shared_ptr<const AttachReport>& report, bool whole);
    /// The program has ended. `how`: for people; empty: in order.
    void ended(const QString& how);

private:
    void turn();
    void tell(bool whole);

    std::unique_ptr<AttachSession> m_session;
    QTimer m_timer;
    int m_turns = 0;
    bool m_told = false;
    bool m_asked = false; // to end
};

} // namespace jitterscope::ui
