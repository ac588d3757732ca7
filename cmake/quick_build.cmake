# What makes a build quick; nothing here changes what the programs do, and every file compiles without it as well
# (CMAKE_DISABLE_PRECOMPILE_HEADERS=ON, as the lint build has it).
include(CheckLinkerFlag)

# Parsed once for a target instead of once for each of its files. What is changed every day stays out: all files depend on it.
set(JITTERSCOPE_STANDARD_HEADERS
    <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
    <optional> <span> <string> <string_view> <system_error> <utility> <variant> <vector>)
set(JITTERSCOPE_WIDGET_HEADERS
    <QAction> <QApplication> <QCheckBox> <QColor> <QComboBox> <QCoreApplication> <QDir> <QEvent> <QFileInfo> <QFont>
    <QFontMetricsF> <QFrame> <QGridLayout> <QHBoxLayout> <QHash> <QIcon> <QKeyEvent> <QLabel> <QLineEdit> <QList> <QMainWindow>
    <QMenu> <QMouseEvent> <QObject> <QPainter> <QPainterPath> <QPalette> <QPen> <QPixmap> <QPointer> <QPolygonF>
    <QPushButton> <QScrollArea> <QStackedWidget> <QString> <QStringList> <QStyle> <QTimer> <QToolButton> <QToolTip>
    <QVBoxLayout> <QVector> <QWidget>)

# A quicker linker than the system's, where there is one. A sanitizer's runtime is linked by the usual one.
if(NOT JITTERSCOPE_SANITIZE)
    check_linker_flag(CXX -fuse-ld=gold JITTERSCOPE_HAS_GOLD)
    if(JITTERSCOPE_HAS_GOLD)
        add_link_options(-fuse-ld=gold)
    endif()
endif()
