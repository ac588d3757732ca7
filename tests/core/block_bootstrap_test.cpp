// SPDX-License-Identifier: MIT
#include "core/stats/block_bootstrap.h"
#include "core/stats/block_length.h"

#include <QTest>

using namespace jitterscope;

class BlockBootstrapTest : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(BlockBootstrapTest)
#include "block_bootstrap_test.moc"
