include(GNUInstallDirs)
install(TARGETS jitterscope_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES resources/man/jitterscope-cli.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
