// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QObject>

namespace jitterscope::ui {

/// Keeps the path of the recording under way in the settings. So the next start can tell of a recording that
/// was cut short: by a kill, a lost display or a crash of the machine.
class RecordingMemory final : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    RecordingMemory(Session& session, Settings& settings, QObject* parent = nullptr);

    /// One sentence about a recording that was cut short. Empty: there is none. The next call says nothing.
    [[nodiscard]] QString takeLeftover();

private:
    void remember();

    Session& m_session;
    Settings& m_settings;
};

} // namespace jitterscope::ui
