// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/report_keeper.h"

#include "core/files/atomic_file.h"
#include "ui/format/outside_text.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr std::size_t kLargestKept = 256 << 20; // bytes
constexpr auto kFormatKey = "jitterscope_reports";

std::string bundle(const std::vector<UnsavedReport>& reports) {
    QJsonArray list;
    for (const UnsavedReport& report : reports)
        list.append(QJsonObject{
            {QStringLiteral("name"), report.name},
            {QStringLiteral("text"),
             QString::fromUtf8(report.bytes.data(), static_cast<qsizetype>(report.bytes.size()))}});
    const QJsonObject all{{QLatin1String(kFormatKey), 1}, {QStringLiteral("reports"), list}};
    return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

Result<std::vector<UnsavedReport>> unbundle(const QString& path) {
    const auto text = readWhole(path.toStdString(), kLargestKept);
    if (!text)
        return text.error();
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(text.value())).object();
    std::vector<UnsavedReport> reports;
    for (const QJsonValue each : all[QLatin1String("reports")].toArray()) {
        // Only the name: a path could lead out of the folder.
        const QString name = QFileInfo(each[QLatin1String("name")].toString()).fileName();
        if (!name.isEmpty())
            reports.push_back({name, each[QLatin1String("text")].toString().toStdString()});
    }
    if (all[QLatin1String(kFormatKey)].toInt() != 1 || reports.empty())
        return Error{ErrorCode::Format, "no reports are in " + path.toStdString(), ""};
    return reports;
}

} // namespace

QString freeName(const QString& folder, const QString& name) {
    const QDir place(folder);
    const QFileInfo file(name);
    QString free = name;
    for (int number = 2; QFileInfo::exists(place.filePath(free)); ++number)
        free = QStringLiteral("%1-%2.%3").arg(file.completeBaseName()).arg(number).arg(file.suffix());
    return place.filePath(free);
}

Result<QStringList> saveReports(const std::vector<UnsavedReport>& reports, const QString& folder) {
    QStringList saved;
    for (const UnsavedReport& report : reports) {
        const QString file = freeName(folder, report.name);
        if (auto done = writeWhole(file.toStdString(), report.bytes); !done)
            return done.error();
        saved << file;
    }
    return saved;
}

ReportKeeper::ReportKeeper(const QString& path, std::function<std::vector<UnsavedReport>()> reports,
                           QObject* parent)
    : Keeper(path, parent), m_reports(std::move(reports)) {}

QStringList ReportKeeper::namesIn(const QString& path) {
    QStringList names;
    if (const auto reports = unbundle(path)) {
        for (const UnsavedReport& report : reports.value())
            names << report.name;
    }
    return names;
}

Result<QStringList> ReportKeeper::saveLeft(const QString& path, const QString& folder) {
    const auto reports = unbundle(path);
    if (!reports)
        return reports.error();
    auto saved = saveReports(reports.value(), folder);
    if (saved)
        m_files.drop(path);
    return saved;
}

void ReportKeeper::write() {
    if (m_files.own().isEmpty())
        return; // SessionKeeper tells the user why
    const std::vector<UnsavedReport> reports = m_reports();
    if (reports.empty())
        drop();
    else if (auto done = writeWhole(m_files.own().toStdString(), bundle(reports)); !done) {
        m_changed = true;
        emit failed(format::exact(done.error().message()));
        return;
    }
    emit kept();
}

void ReportKeeper::keepNow() {
    m_timer.stop();
    if (std::exchange(m_changed, false))
        write();
}

} // namespace jitterscope::ui
