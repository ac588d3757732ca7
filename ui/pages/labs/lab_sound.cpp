// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/lab_sound.h"

#ifdef JITTERSCOPE_SOUND
#include <QAudioDevice>
#include <QAudioFormat>
#include <QAudioSink>
#include <QBuffer>
#include <QMediaDevices>
#endif

namespace jitterscope::ui {

#ifdef JITTERSCOPE_SOUND

class LabSound::Output {
public:
    Output(const QAudioDevice& device, const QAudioFormat& format, const QByteArray& samples)
        : m_samples(samples), m_sink(device, format) {
        m_buffer.setBuffer(&m_samples);
        m_buffer.open(QIODevice::ReadOnly);
    }
    QAudioSink& sink() { return m_sink; }
    bool start() {
        m_sink.start(&m_buffer);
        return m_sink.error() == QAudio::NoError;
    }

private:
    QByteArray m_samples;
    QBuffer m_buffer;
    QAudioSink m_sink;
};

bool LabSound::isBuiltIn() {
    return true;
}

QString LabSound::play(const QByteArray& samples) {
    stop();
    QAudioFormat format;
    format.setSampleRate(kRate);
    format.setChannelCount(1);
    format.setSampleFormat(QAudioFormat::Int16);
    const QAudioDevice device = QMediaDevices::defaultAudioOutput();
    if (device.isNull())
        return tr("This machine has no output for sound.");
    if (!device.isFormatSupported(format))
        return tr("The output for sound does not take 48 kHz in 16 bit.");
    m_output = std::make_unique<Output>(device, format, samples);
    connect(&m_output->sink(), &QAudioSink::stateChanged, this, [this](QAudio::State state) {
        if (state == QAudio::IdleState) // everything has been played
            emit ended();
    });
    if (m_output->start())
        return {};
    m_output.reset();
    return tr("The output for sound cannot be opened.");
}

#else

class LabSound::Output {};

bool LabSound::isBuiltIn() {
    return false;
}

QString LabSound::play(const QByteArray&) {
    return tr("This program was built without Qt Multimedia: there is no sound.");
}

#endif

LabSound::LabSound(QObject* parent) : QObject(parent) {}

LabSound::~LabSound() = default;

void LabSound::stop() {
    m_output.reset();
}

} // namespace jitterscope::ui
