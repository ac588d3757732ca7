include(GNUInstallDirs)
install(TARGETS jitterscope_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
