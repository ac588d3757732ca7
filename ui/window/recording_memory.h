// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QObject>

namespace jitterscope::ui {

/// Keeps in the settings where the rows of a recording are while it is under way, so that the next start can
/// tell of one that was cut short: by a kill, a lost display, a machine that went down.
class RecordingMemory final : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    RecordingMemory(Session& session, Settings& settings, QObject* parent = nullptr);

    /// One sentence on a recording that an earlier start has left behind; empty: none. Asked once.
    [[nodiscard]] QString takeLeftover();

private:
    void remember();

    Session& m_session;
    Settings& m_settings;
};

} // namespace jitterscope::ui
