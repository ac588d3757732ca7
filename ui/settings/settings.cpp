// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <array>

namespace jitterscope::ui {
namespace {

struct Row {
    Setting setting;
    const char* key;
    QJsonValue standard; // its type is the type that a file must have
};

const std::array<Row, 19>& table() {
    static const std::array<Row, 19> rows{{
        {Setting::Theme, "theme", QStringLiteral("system")},
        {Setting::Page, "page", QStringLiteral("live")},
        {Setting::Geometry, "geometry", QString()},
        {Setting::Plan, "plan", QString()},
        {Setting::MoreOpen, "more_open", false},
        {Setting::ThreadOpen, "thread_open", false},
        {Setting::EstimatorView, "estimator_view", QStringLiteral("time")},
        {Setting::ExportFolder, "export_folder", QString()},
        {Setting::Labs, "labs", QString()},
        {Setting::ReduceMotion, "reduce_motion", false},
        {Setting::LabsWhole, "labs_whole", false},
        {Setting::RecentRuns, "recent_runs", QString()},
        {Setting::RecentFiles, "recent_files", QString()},
        {Setting::Version, "version", QString()},
        {Setting::Recording, "recording", QString()},
        {Setting::ProgramCommand, "program_command", QString()},
        {Setting::RecentPrograms, "recent_programs", QString()},
        {Setting::Measured, "measured", false},
        {Setting::Redact, "redact", false},
    }};
    return rows;
}

const Row& row(Setting setting) {
    return *std::find_if(table().begin(), table().end(),
                         [setting](const Row& one) { return one.setting == setting; });
}

constexpr qint64 kLargest = 1 << 20;

} // namespace

Settings::Settings(const QString& path) : m_path(path) {
    load();
}

QString Settings::beside(const QString& name) const {
    return m_path.isEmpty() ? QString() : QFileInfo(m_path).absoluteDir().filePath(name);
}

QString Settings::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) +
           QStringLiteral("/settings.json");
}

void Settings::load() {
    if (!QFileInfo::exists(m_path))
        return;
    if (!QFileInfo(m_path).isFile()) { // opening a pipe would wait for a writer
        m_notice = QStringLiteral("%1 is not a regular file. Defaults are used, and nothing will be saved.")
                       .arg(m_path);
        m_path.clear();
        return;
    }
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_notice =
            QStringLiteral("The settings could not be read (%1); defaults are used.").arg(file.errorString());
        return;
    }
    const QByteArray text = file.read(kLargest);
    file.close();
    QJsonParseError error;
    const QJsonObject root = QJsonDocument::fromJson(text, &error).object();
    if (error.error != QJsonParseError::NoError)
        return keepAside(QStringLiteral("are damaged"));
    const int schema = root.value(QLatin1String("jitterscope-settings")).toInt();
    if (schema > kSchema)
        return keepAside(QStringLiteral("come from a newer version"));
    if (schema < 1)
        return keepAside(QStringLiteral("are of another kind"));
    for (const Row& entry : table()) {
        const QJsonValue value = root.value(QLatin1String(entry.key));
        if (value.type() == entry.standard.type())
            m_values.insert(QLatin1String(entry.key), value);
    }
}

void Settings::keepAside(const QString& why) {
    const QString aside = m_path + QStringLiteral(".bak");
    QFile::remove(aside);
    const bool kept = QFile::rename(m_path, aside);
    m_notice = QStringLiteral("The settings %1; defaults are used. ").arg(why) +
               (kept ? QStringLiteral("The old file is kept as %1.").arg(QFileInfo(aside).fileName())
                     : QStringLiteral("The old file could not be moved aside; nothing will be saved."));
    if (!kept)
        m_path.clear();
}

Privacy Settings::privacy() const {
    return flag(Setting::Redact) ? redactedPrivacy() : Privacy{};
}

QString Settings::text(Setting setting) const {
    return m_values.value(QLatin1String(row(setting).key)).toString(row(setting).standard.toString());
}

bool Settings::flag(Setting setting) const {
    return m_values.value(QLatin1String(row(setting).key)).toBool(row(setting).standard.toBool());
}

bool Settings::has(Setting setting) const {
    return m_values.contains(QLatin1String(row(setting).key));
}

void Settings::set(Setting setting, const QJsonValue& value) {
    m_values.insert(QLatin1String(row(setting).key), value);
}

bool Settings::save() {
    if (m_path.isEmpty())
        return false; // was said at the start
    QJsonObject root = m_values;
    root.insert(QStringLiteral("jitterscope-settings"), kSchema);
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    QSaveFile file(m_path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QJsonDocument(root).toJson());
        if (file.commit())
            return true;
    }
    m_notice = QStringLiteral("The settings could not be saved: %1.").arg(file.errorString());
    return false;
}

} // namespace jitterscope::ui
