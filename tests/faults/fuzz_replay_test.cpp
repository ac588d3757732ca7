// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_targets.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <random>

namespace jitterscope::fuzz_replay_test {

/// The short form of the fuzzers: every seed, and the same two thousand changes to them each time. A broken
/// promise aborts; under the sanitizers every error does.
class FuzzReplayTest : public QObject {
    Q_OBJECT

    static QList<QByteArray> seedsOf(const FuzzTarget& target) {
        QList<QByteArray> seeds;
        const QDir folder(QStringLiteral(JITTERSCOPE_SEEDS "/") + QString::fromStdString(target.seeds));
        for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly))
                seeds << file.readAll();
        }
        return seeds;
    }

    static void change(QByteArray& text, std::mt19937& random) {
        static const QByteArray pieces("\0\r\n,\"#:-+.eE09\x80\xff{}[]=/", 23);
        const auto place = [&] {
            return text.isEmpty()
                       ? 0
                       : static_cast<qsizetype>(random() % static_cast<std::uint32_t>(text.size()));
        };
        const char with = pieces[static_cast<qsizetype>(random() % 23)];
        switch (random() % 5) {
        case 0:
            if (!text.isEmpty())
                text[place()] = with;
            break;
        case 1:
            text.insert(place(), with);
            break;
        case 2:
            text.remove(place(), 1 + static_cast<qsizetype>(random() % 30));
            break;
        case 3:
            text.insert(place(), text.mid(place(), static_cast<qsizetype>(random() % 80)));
            break;
        default:
            text.insert(place(), QByteArray::number(static_cast<qlonglong>(random()) << (random() % 32)));
        }
    }

private slots:
    void seedsAndTheirChangesBreakNoPromise_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(fuzzTargets().size()); ++i)
            QTest::newRow(fuzzTargets()[static_cast<std::size_t>(i)].name.c_str()) << i;
    }
    void seedsAndTheirChangesBreakNoPromise() {
        QFETCH(int, index);
        const FuzzTarget& target = fuzzTargets()[static_cast<std::size_t>(index)];
        const QList<QByteArray> seeds = seedsOf(target);
        QVERIFY(!seeds.isEmpty());
        const int rounds = target.shared ? static_cast<int>(seeds.size()) : 2000;
        std::mt19937 random(7); // NOLINT: the same changes each time
        for (int i = 0; i < rounds; ++i) {
            QByteArray text = seeds[i % seeds.size()];
            const auto changes = i < seeds.size() ? 0U : 1 + random() % 6;
            for (unsigned j = 0; j < changes; ++j)
                change(text, random);
            target.run({text.constData(), static_cast<std::size_t>(text.size())});
        }
    }
};

JITTERSCOPE_TEST(FuzzReplayTest)

} // namespace jitterscope::fuzz_replay_test

#include "fuzz_replay_test.moc"
