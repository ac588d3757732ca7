include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(JITTERSCOPE_CLI)
    install(TARGETS jitterscope_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    if(TARGET jitterscope_listen)
        # Beside the command line, which looks for it there: ../libexec/jitterscope from its folder.
        install(TARGETS jitterscope_listen LIBRARY DESTINATION libexec/jitterscope)
    endif()
endif()
if(JITTERSCOPE_CLI AND NOT WIN32)
    install(FILES resources/man/jitterscope-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    # Watching many machines: rules for Prometheus, and units, which do nothing until somebody enables them.
    install(FILES docs/fleet.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(FILES resources/fleet/jitterscope-rules.yml resources/fleet/jitterscope-alerts.yml
                  resources/fleet/jitterscope-rules-test.yml DESTINATION ${CMAKE_INSTALL_DATADIR}/jitterscope/fleet)
    install(FILES resources/fleet/jitterscope-watch.service resources/fleet/jitterscope-probe.service
                  resources/fleet/jitterscope-probe.timer DESTINATION lib/systemd/system)
endif()

# The library: find_package(Jitterscope) gives Jitterscope::core. Relocatable: no path of this machine is in it.
set(JITTERSCOPE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Jitterscope)
install(TARGETS jitterscope_core EXPORT JitterscopeTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT JitterscopeTargets NAMESPACE Jitterscope:: DESTINATION ${JITTERSCOPE_PACKAGE_DIR})
configure_package_config_file(cmake/JitterscopeConfig.cmake.in ${PROJECT_BINARY_DIR}/JitterscopeConfig.cmake
                              INSTALL_DESTINATION ${JITTERSCOPE_PACKAGE_DIR})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/JitterscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/JitterscopeConfig.cmake ${PROJECT_BINARY_DIR}/JitterscopeConfigVersion.cmake
        DESTINATION ${JITTERSCOPE_PACKAGE_DIR})
# The same for other build systems: pkg-config --cflags --libs jitterscope.
file(RELATIVE_PATH JITTERSCOPE_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/jitterscope.pc.in ${PROJECT_BINARY_DIR}/jitterscope.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/jitterscope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# The one header is among the headers. What its C interface is compiled of lies beside it, where it finds both.
install(FILES include/jitterscope/adaptive_wait_c.cpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jitterscope)
if(NOT WIN32)
    install(FILES LICENSES/MIT.txt DESTINATION ${CMAKE_INSTALL_DOCDIR}) # core, the command line, the headers
    if(JITTERSCOPE_WINDOW)
        install(FILES LICENSES/GPL-3.0-or-later.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
    endif()
endif()

# Completion for shells, as the program prints it. Another processor's program is asked where an emulator runs it. Windows has no such shells.
if(JITTERSCOPE_CLI AND (NOT CMAKE_CROSSCOMPILING OR (CMAKE_CROSSCOMPILING_EMULATOR AND NOT WIN32)) AND NOT JITTERSCOPE_SANITIZE)
    set(completions ${PROJECT_BINARY_DIR}/completions)
    set(scripts "")
    foreach(shell IN ITEMS bash zsh fish)
        add_custom_command(OUTPUT ${completions}/${shell} DEPENDS jitterscope_cli VERBATIM
            COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
            COMMAND jitterscope_cli completion ${shell} > ${completions}/${shell})
        list(APPEND scripts ${completions}/${shell})
    endforeach()
    add_custom_target(jitterscope_completions ALL DEPENDS ${scripts})
    install(FILES ${completions}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME jitterscope-cli)
    install(FILES ${completions}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _jitterscope-cli)
    install(FILES ${completions}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME jitterscope-cli.fish)
endif()
if(PROJECT_IS_TOP_LEVEL)
    add_custom_target(uninstall VERBATIM
        COMMAND ${CMAKE_COMMAND} -D MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake)
endif()

# To hand out: cmake --build --preset windows --target package makes build/windows/jitterscope-VERSION-windows-x86_64.zip.
if(WIN32)
    install(FILES resources/windows/README.txt DESTINATION .)
    install(FILES docs/windows.md DESTINATION . RENAME WINDOWS.md)
    if(JITTERSCOPE_CLI)
        configure_file(resources/windows/five-minutes.cmd ${PROJECT_BINARY_DIR}/five-minutes.cmd @ONLY NEWLINE_STYLE DOS)
        install(FILES ${PROJECT_BINARY_DIR}/five-minutes.cmd DESTINATION .)
    endif()
    install(FILES LICENSES/MIT.txt DESTINATION licences RENAME jitterscope.txt)
    # Of what the one file holds besides, as Debian's packages have them.
    string(REPLACE "_" "-" processor ${CMAKE_SYSTEM_PROCESSOR})
    set(packages libz-mingw-w64-dev nlohmann-json3-dev libcli11-dev mingw-w64-${processor}-dev g++-mingw-w64-${processor}-posix)
    if(JITTERSCOPE_WINDOW)
        # Qt is linked in unchanged; with it what it holds itself, which that file tells.
        list(APPEND packages qt6-base-dev)
        install(FILES LICENSES/GPL-3.0-or-later.txt DESTINATION licences RENAME jitterscope-window.txt)
        if(EXISTS /usr/share/common-licenses/LGPL-3)
            install(FILES /usr/share/common-licenses/LGPL-3 DESTINATION licences RENAME LGPL-3.txt)
        endif()
        execute_process(COMMAND dpkg-query -W "-f=\${source:Package} \${source:Version}" qt6-base-dev OUTPUT_VARIABLE JITTERSCOPE_QT_SOURCE)
        configure_file(resources/windows/SOURCES.txt.in ${PROJECT_BINARY_DIR}/SOURCES.txt @ONLY)
        install(FILES ${PROJECT_BINARY_DIR}/SOURCES.txt DESTINATION licences)
    endif()
    foreach(package IN LISTS packages)
        if(EXISTS /usr/share/doc/${package}/copyright)
            install(FILES /usr/share/doc/${package}/copyright DESTINATION licences RENAME ${package}.txt)
        endif()
    endforeach()
    set(CPACK_GENERATOR ZIP)
    set(CPACK_PACKAGE_FILE_NAME jitterscope-${PROJECT_VERSION}-windows-${CMAKE_SYSTEM_PROCESSOR})
    set(CPACK_STRIP_FILES ON)
    set(CPACK_VERBATIM_VARIABLES ON)
    include(CPack)
endif()
