# Builds for Windows from Debian, with MinGW: cmake --preset windows. Nothing of the host is seen but two
# libraries that are headers alone, which are copied to where nothing else lies.
set(CMAKE_SYSTEM_NAME Windows)
set(JITTERSCOPE_MINGW x86_64-w64-mingw32 CACHE STRING "Debian's MinGW; i686-w64-mingw32 for 32 bits")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES JITTERSCOPE_MINGW)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${JITTERSCOPE_MINGW})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "i686")
    # The x87 computes with 80 bits: other numbers than everywhere else.
    set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
    set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse")
endif()

# With POSIX threads: the others have no std::thread.
set(CMAKE_C_COMPILER ${JITTERSCOPE_MINGW}-gcc-posix)
set(CMAKE_CXX_COMPILER ${JITTERSCOPE_MINGW}-g++-posix)
set(CMAKE_RC_COMPILER ${JITTERSCOPE_MINGW}-windres)

set(header_only ${CMAKE_BINARY_DIR}/header_only)
get_property(trying GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT trying)
    foreach(piece IN ITEMS include/CLI share/cmake/CLI11 include/nlohmann share/cmake/nlohmann_json)
        if(NOT IS_DIRECTORY /usr/${piece})
            message(FATAL_ERROR "/usr/${piece} is missing: apt-get install libcli11-dev nlohmann-json3-dev")
        endif()
        get_filename_component(folder ${piece} DIRECTORY)
        file(COPY /usr/${piece} DESTINATION ${header_only}/${folder})
    endforeach()
endif()
set(CMAKE_FIND_ROOT_PATH /usr/${JITTERSCOPE_MINGW} ${header_only} ${JITTERSCOPE_QT_FOR_WINDOWS})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(what IN ITEMS LIBRARY INCLUDE PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_${what} ONLY)
endforeach()

# One file that runs anywhere: Windows' own libraries are all that it loads. Threads have the stack that they have on Linux.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--stack,8388608")
add_compile_definitions(_WIN32_WINNT=0x0A00)

# GCC leaves values in registers that its own copy of a function does not touch. For this system it does so of inline functions, too, of
# which the linker may take another file's copy, compiled another way: a generator of random numbers in Qt wrote anywhere.
add_compile_options(-fno-ipa-ra)
