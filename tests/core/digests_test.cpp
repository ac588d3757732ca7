// SPDX-License-Identifier: MIT
#include "tests/support/digests.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

namespace jitterscope::digests_test {

using namespace jitterscope::test;

/// Simulated rows are the same bytes in Release, in Debug, under sanitizers and on every platform. The
/// digests in tests/core/digests.txt are not right or wrong by themselves: who changes an entry on purpose
/// writes them anew, with JITTERSCOPE_UPDATE_DIGESTS=1 build/release/bin/core_tests digests_test, and says so
/// in the commit.
class DigestsTest : public QObject {
    Q_OBJECT

private:
    Digests m_now;
    Digests m_file;

private slots:
    void initTestCase() {
        m_now = digestsNow();
        if (qEnvironmentVariableIsSet("JITTERSCOPE_UPDATE_DIGESTS")) {
            QFile file(QStringLiteral(JITTERSCOPE_DIGESTS));
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (const auto& [key, digest] : m_now)
                file.write(QByteArray::fromStdString(key + ' ' + digest + '\n'));
        }
        m_file = digestsIn(JITTERSCOPE_DIGESTS);
    }

    void everyBuildMakesTheSameBytes_data() {
        QTest::addColumn<std::string>("key");
        for (const auto& [key, digest] : m_now)
            QTest::newRow(key.c_str()) << key;
    }
    void everyBuildMakesTheSameBytes() {
        QFETCH(std::string, key);
        QVERIFY2(m_file.contains(key), "not in tests/core/digests.txt: see the comment of this class");
        QCOMPARE(m_file[key].c_str(), m_now[key].c_str());
    }

    void theFileNamesNothingThatIsGone() {
        for (const auto& [key, digest] : m_file)
            QVERIFY2(m_now.contains(key), key.c_str());
    }
};

JITTERSCOPE_TEST(DigestsTest)

} // namespace jitterscope::digests_test

#include "digests_test.moc"
