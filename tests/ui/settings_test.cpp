// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/settings/settings.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

namespace jitterscope::settings_test {

using namespace jitterscope::ui;

namespace {

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class SettingsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] QString fresh() const {
        const QString path = m_folder.filePath(QStringLiteral("settings.json"));
        QFile::remove(path);
        QFile::remove(path + QStringLiteral(".bak"));
        return path;
    }
    [[nodiscard]] QByteArray good() const {
        const QString path = fresh();
        Settings settings(path);
        settings.set(Setting::Theme, QStringLiteral("dark"));
        settings.set(Setting::MoreOpen, true);
        return settings.save() ? contents(path) : QByteArray();
    }

private slots:
    void whatIsSavedComesBack() {
        const QByteArray bytes = good();
        const QString path = fresh();
        put(path, bytes);
        const Settings settings(path);
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("dark"));
        QVERIFY(settings.flag(Setting::MoreOpen));
        QVERIFY(settings.notice().isEmpty());
    }
    void aMissingFileMeansDefaultsWithoutANotice() {
        const Settings settings(fresh());
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("system"));
        QVERIFY(!settings.flag(Setting::ThreadOpen));
        QVERIFY(settings.notice().isEmpty());
    }
    void aFileCutOffAnywhereIsKeptAside() {
        QByteArray whole = good().trimmed();
        for (qsizetype length = 0; length < whole.size(); ++length) {
            const QString path = fresh();
            put(path, whole.left(length));
            const Settings settings(path);
            QVERIFY2(!settings.notice().isEmpty(), qPrintable(QString::number(length)));
            QCOMPARE(settings.text(Setting::Theme), QStringLiteral("system"));
            QCOMPARE(contents(path + QStringLiteral(".bak")), whole.left(length));
            QVERIFY(!QFile::exists(path));
        }
    }
    void garbageAndTheFutureAreKeptAside_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("binary") << QByteArray("\0\xff\xfe\x01", 4);
        QTest::newRow("array") << QByteArray("[1,2]");
        QTest::newRow("foreign object") << QByteArray(R"({"theme":"dark"})");
        QTest::newRow("newer schema") << QByteArray(R"({"jitterscope-settings":2,"theme":"dark"})");
        QTest::newRow("schema is text") << QByteArray(R"({"jitterscope-settings":"1"})");
    }
    void garbageAndTheFutureAreKeptAside() {
        QFETCH(QByteArray, bytes);
        const QString path = fresh();
        put(path, bytes);
        Settings settings(path);
        QVERIFY(settings.notice().contains(QStringLiteral(".bak")));
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("system"));
        QCOMPARE(contents(path + QStringLiteral(".bak")), bytes);
        settings.set(Setting::Theme, QStringLiteral("light"));
        QVERIFY(settings.save());
        QCOMPARE(contents(path + QStringLiteral(".bak")), bytes); // still there
    }
    void aValueOfTheWrongTypeIsItsDefault() {
        const QString path = fresh();
        put(path, R"({"jitterscope-settings":1,"theme":7,"more_open":"yes","page":"live"})");
        const Settings settings(path);
        QVERIFY(settings.notice().isEmpty());
        QCOMPARE(settings.text(Setting::Theme), QStringLiteral("system"));
        QVERIFY(!settings.flag(Setting::MoreOpen));
    }
    void savingWhereNothingCanBeWrittenSaysSo() {
        Settings settings(QStringLiteral("/proc/nowhere/settings.json"));
        QVERIFY(!settings.save());
        QVERIFY2(settings.notice().startsWith(QStringLiteral("The settings could not be saved")),
                 qPrintable(settings.notice()));
    }
    /// Opened, it would wait for a writer for ever.
    void aPipeOrADeviceIsNeitherReadNorReplaced() {
#ifdef Q_OS_UNIX
        const QString pipe = fresh();
        QCOMPARE(mkfifo(pipe.toUtf8().constData(), 0600), 0);
        for (const QString& path : {pipe, QStringLiteral("/dev/zero"), m_folder.path()}) {
            Settings settings(path);
            QVERIFY2(settings.notice().contains(QStringLiteral("is not a regular file")), qPrintable(path));
            QCOMPARE(settings.text(Setting::Theme), QStringLiteral("system"));
            QVERIFY(!settings.save());
            QVERIFY(QFileInfo::exists(path) && !QFileInfo(path).isFile());
        }
        QFile::remove(pipe);
#else
        QSKIP("no pipe lies in a folder here");
#endif
    }
};

JITTERSCOPE_TEST(SettingsTest)

} // namespace jitterscope::settings_test

#include "settings_test.moc"
