// SPDX-License-Identifier: MIT
#pragma once

#include <QFile>
#include <QProcess>
#include <QStringList>

namespace jitterscope {

/// What a call of the program gave.
struct Called {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

inline QProcessEnvironment environment(const QString& locale) {
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert("LC_ALL", locale);
    return variables;
}

inline Called finished(QProcess& process) {
    constexpr int kLongest = 60'000;
    if (!process.waitForFinished(kLongest)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    const bool normal = process.exitStatus() == QProcess::NormalExit;
    return {normal ? process.exitCode() : -2, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

inline Called call(const QStringList& arguments, const QString& locale = "C.UTF-8") {
    QProcess process;
    process.setProcessEnvironment(environment(locale));
    process.start(JITTERSCOPE_CLI, arguments);
    return finished(process);
}

inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be opened");
}

/// Rows without the `# key: value` lines.
inline QList<QByteArray> rowsOf(const QByteArray& csv) {
    QList<QByteArray> rows;
    for (const QByteArray& line : csv.split('\n')) {
        if (!line.isEmpty() && !line.startsWith('#'))
            rows << line;
    }
    return rows;
}

} // namespace jitterscope
