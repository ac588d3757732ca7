// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

#include <memory>

namespace jitterscope::ui {

/// Plays sound if the program was built with Qt Multimedia and the machine has an output. The output is not
/// looked for before play(). GUI thread.
class LabSound final : public QObject {
    Q_OBJECT
public:
    static constexpr int kRate = 48'000; ///< samples a second; one channel, 16 bit

    explicit LabSound(QObject* parent = nullptr);
    ~LabSound() override;

    /// Whether the program was built with Qt Multimedia.
    [[nodiscard]] static bool isBuiltIn();
    /// Begins to play; ended() follows. Returns a sentence that says why it cannot; empty: it plays.
    [[nodiscard]] QString play(const QByteArray& samples);
    void stop();

signals:
    void ended();

private:
    class Output;
    std::unique_ptr<Output> m_output; // while it plays
};

} // namespace jitterscope::ui
