// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>

#include <memory>

namespace jitterscope::ui {

/// Plays sound where the program was built with Qt Multimedia and the machine has an output. Neither is asked
/// for before play(). GUI thread.
class LabSound final : public QObject {
    Q_OBJECT
public:
    static constexpr int kRate = 48'000; ///< samples a second; one channel, 16 bit

    explicit LabSound(QObject* parent = nullptr);
    ~LabSound() override;

    /// Whether the program can play at all, as it was built.
    [[nodiscard]] static bool isBuiltIn();
    /// Begins; ended() tells of the end. Empty: it plays. Otherwise why not, a sentence.
    [[nodiscard]] QString play(const QByteArray& samples);
    void stop();

signals:
    void ended();

private:
    class Output;
    std::unique_ptr<Output> m_output; // while it plays
};

} // namespace jitterscope::ui
