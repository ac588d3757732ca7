# What makes a build quick; nothing here changes what the programs do. With JITTERSCOPE_QUICK_BUILD=OFF every file is compiled alone
# and says itself what it includes: the lint build does that.
include(CheckLinkerFlag)

# jitterscope_precompiled(TARGET HEADERS…): parsed once for a target instead of once for each of its files. What is changed every day
# stays out: all files depend on it.
function(jitterscope_precompiled target)
    if(JITTERSCOPE_QUICK_BUILD)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
set(JITTERSCOPE_STANDARD_HEADERS
    <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
    <optional> <span> <string> <string_view> <system_error> <utility> <variant> <vector>)
set(JITTERSCOPE_WIDGET_HEADERS
    <QAction> <QApplication> <QCheckBox> <QColor> <QComboBox> <QCoreApplication> <QDir> <QEvent> <QFileInfo> <QFont>
    <QFontMetricsF> <QFrame> <QGridLayout> <QHBoxLayout> <QHash> <QIcon> <QKeyEvent> <QLabel> <QLineEdit> <QList> <QMainWindow>
    <QMenu> <QMouseEvent> <QObject> <QPainter> <QPainterPath> <QPalette> <QPen> <QPixmap> <QPointer> <QPolygonF>
    <QPushButton> <QScrollArea> <QStackedWidget> <QString> <QStringList> <QStyle> <QTimer> <QToolButton> <QToolTip>
    <QVBoxLayout> <QVector> <QWidget>)

# GCC looks for memory that it can use again at 128 MB and then again and again: a seventh of its time. A joined file takes up to 1 GB.
if(JITTERSCOPE_QUICK_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
endif()

# A quicker linker than the system's, where there is one: gold, or LLVM's with Clang (a test with its sanitizers: 1.1 s instead of 3.4).
# GCC's sanitizers are linked by the usual one.
set(quick_linker gold)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(quick_linker lld)
endif()
if(NOT WIN32 AND NOT (JITTERSCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
    check_linker_flag(CXX -fuse-ld=${quick_linker} JITTERSCOPE_HAS_QUICK_LINKER)
    if(JITTERSCOPE_HAS_QUICK_LINKER)
        add_link_options(-fuse-ld=${quick_linker})
    endif()
endif()

# jitterscope_joined(TARGET): the files of a folder are compiled together, eight at a time, since what they include takes longer than
# they do. Where two files of a unit use one name, the folder's CMakeLists.txt gives one of them a UNITY_GROUP of its own.
# Builds that are made once, from nothing, join more.
set(JITTERSCOPE_FILES_JOINED 8 CACHE STRING "Files of a folder that are compiled together")
function(jitterscope_joined target)
    if(NOT JITTERSCOPE_QUICK_BUILD)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        if(source MATCHES "\\.cpp$" AND NOT IS_ABSOLUTE ${source})
            get_filename_component(folder ${source} DIRECTORY)
            string(MAKE_C_IDENTIFIER "${folder}" room)
            math(EXPR number "${joined_${room}} + 0")
            math(EXPR joined_${room} "${number} + 1")
            math(EXPR unit "${number} / ${JITTERSCOPE_FILES_JOINED}")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${room}_${unit}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # GCC takes a class that a joined file defines for a header's, whose members must not be of a nameless namespace.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
