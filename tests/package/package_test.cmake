# Installs the build tree BUILD below WORK, moves the result, and builds and runs two programs against it alone.
cmake_minimum_required(VERSION 3.25)

set(prefix ${WORK}/moved)

# run(WHAT COMMAND…): fails the test with the command's output, which is left in `output` otherwise.
function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${what} failed (${result}):\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# configure(FOLDER PROGRAM [OPTIONS…]): a project of its own, below WORK.
function(configure folder program)
    # nlohmann_json is what the library was built with, not what its users need: it is not to be found.
    run("configuring ${program}" ${CMAKE_COMMAND} -S ${folder} -B ${WORK}/${program} -G ${GENERATOR}
        -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -D CMAKE_PREFIX_PATH=${prefix}
        -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -D CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON
        -D CMAKE_BUILD_TYPE=Package -D CMAKE_CXX_COMPILER=${COMPILER} -D "CMAKE_CXX_FLAGS=${FLAGS}"
        -D "CMAKE_EXE_LINKER_FLAGS=${LINK_FLAGS}" ${ARGN})
endfunction()

# buildAndRun(FOLDER PROGRAM [OPTIONS…]): one that finds Jitterscope below the prefix.
function(buildAndRun folder program)
    set(build ${WORK}/${program})
    configure(${folder} ${program} ${ARGN})
    file(STRINGS ${build}/CMakeCache.txt found REGEX "^Jitterscope_DIR:")
    if(NOT found MATCHES "=${prefix}/")
        message(FATAL_ERROR "${program} found another Jitterscope: ${found}")
    endif()
    run("building ${program}" ${CMAKE_COMMAND} --build ${build})
    run("running ${program}" ${build}/${program})
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
# What is installed is removed again: nothing is left but folders that may be others', and files of others stay.
set(there ${WORK}/removed)
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${there} --config ${CONFIG})
file(GLOB_RECURSE installed LIST_DIRECTORIES FALSE ${there}/*)
set(completions "")
if(NOT SANITIZE)
    set(completions share/bash-completion/completions/jitterscope-cli share/zsh/site-functions/_jitterscope-cli
        share/fish/vendor_completions.d/jitterscope-cli.fish)
endif()
foreach(wanted IN ITEMS bin/jitterscope-cli ${completions})
    if(NOT EXISTS ${there}/${wanted})
        message(FATAL_ERROR "${wanted} is not installed: ${installed}")
    endif()
endforeach()
file(GLOB licences ${there}/share/doc/*/MIT.txt ${there}/share/doc/*/GPL-3.0-or-later.txt)
list(LENGTH licences count)
if((WINDOW AND NOT count EQUAL 2) OR (NOT WINDOW AND NOT count EQUAL 1))
    message(FATAL_ERROR "these licences are installed: ${licences}")
endif()
file(WRITE ${there}/bin/another-program "")
run("uninstalling" ${CMAKE_COMMAND} --build ${BUILD} --target uninstall)
file(GLOB_RECURSE left LIST_DIRECTORIES FALSE ${there}/*)
if(NOT left STREQUAL "${there}/bin/another-program")
    message(FATAL_ERROR "after uninstalling there are: ${left}")
endif()
file(GLOB_RECURSE left LIST_DIRECTORIES TRUE RELATIVE ${there} ${there}/*)
list(FILTER left INCLUDE REGEX "[jJ]itterscope")
if(left)
    message(FATAL_ERROR "after uninstalling there are folders: ${left}")
endif()
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed --config ${CONFIG})
file(RENAME ${WORK}/installed ${prefix})

# Nothing installed leads to a header that is not: they are all compiled, and none asks for this tree's folder core.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/*.h ${prefix}/include/*.hpp)
set(everyHeader "")
foreach(header IN LISTS headers)
    string(APPEND everyHeader "#include \"${header}\"\n")
    file(STRINGS ${prefix}/include/${header} foreign REGEX "# *include +\"core/")
    if(foreign OR NOT header MATCHES "^jitterscope/")
        message(FATAL_ERROR "${header} is installed with the names of the tree: ${foreign}")
    endif()
endforeach()
file(WRITE ${WORK}/every_header.cpp "${everyHeader}")

buildAndRun(${SOURCE}/tests/package/user package_user -D EVERY_HEADER=${WORK}/every_header.cpp)
buildAndRun(${SOURCE}/examples/game_loop game_loop)
if(NOT output MATCHES "^60 frames, late by [0-9.e+]+ µs on average and [0-9.e+]+ µs at worst, [0-9]+ skipped\n$")
    message(FATAL_ERROR "the game loop says: ${output}")
endif()

buildAndRun(${SOURCE}/examples/pacer_options pacer_options)
if(NOT output MATCHES "\n  adaptive aim=late-share .*\n  keep-working\n")
    message(FATAL_ERROR "the list of pacer_options lacks entries: ${output}")
endif()
run("recording" ${WORK}/pacer_options/pacer_options ${WORK}/frames.csv adaptive drop-and-rest late_share=0.001)
run("reading the recording" ${prefix}/bin/jitterscope-cli summarize ${WORK}/frames.csv)
foreach(line "strategy +adaptive" "policy +drop-and-rest" "rate, Hz +250" "left out, stopped +1")
    if(NOT output MATCHES "${line}\n")
        message(FATAL_ERROR "the summary of the recording lacks '${line}':\n${output}")
    endif()
endforeach()

# The one header, without the library: the example that shows it, and what its C interface is compiled of.
configure(${SOURCE}/examples/one_header one_header -D ONE_HEADER=${prefix}/include)
run("building one_header" ${CMAKE_COMMAND} --build ${WORK}/one_header)
run("running one_header" ${WORK}/one_header/one_header)
if(NOT output MATCHES "^60 frames, late by [0-9.e+]+ µs on average and [0-9.e+]+ µs at worst; wakes [0-9.e+]+ µs before the deadline\n$")
    message(FATAL_ERROR "the loop with one header says: ${output}")
endif()
separate_arguments(flags UNIX_COMMAND "${FLAGS} ${LINK_FLAGS}")
run("compiling C" ${C_COMPILER} -std=c99 ${flags} -I ${prefix}/include -c ${SOURCE}/tests/one_header/c_test.c -o ${WORK}/c_test.o)
run("compiling the C interface" ${COMPILER} -std=c++17 ${flags} ${prefix}/include/jitterscope/adaptive_wait_c.cpp ${WORK}/c_test.o
    -o ${WORK}/c_test)
run("running the C interface" ${WORK}/c_test)

# Without CMake: the same program with the flags that pkg-config gives, which name no other place than the prefix. They say
# which C++ is needed: a compiler may begin with an older one.
file(GLOB_RECURSE pc ${prefix}/jitterscope.pc)
cmake_path(GET pc PARENT_PATH pc_folder)
run("pkg-config" ${CMAKE_COMMAND} -E env PKG_CONFIG_LIBDIR=${pc_folder} ${PKG_CONFIG} --cflags --libs jitterscope)
string(STRIP "${output}" jitterscope_flags)
separate_arguments(jitterscope_flags UNIX_COMMAND "${jitterscope_flags}")
foreach(flag IN LISTS jitterscope_flags)
    string(REGEX REPLACE "^-[IL]" "" folder "${flag}")
    if(IS_ABSOLUTE "${folder}")
        file(REAL_PATH "${folder}" folder)
        cmake_path(IS_PREFIX prefix "${folder}" inside)
        if(NOT inside)
            message(FATAL_ERROR "pkg-config names another place than ${prefix}: ${flag}")
        endif()
    endif()
endforeach()
run("compiling with pkg-config" ${COMPILER} -std=c++17 ${flags} ${SOURCE}/tests/package/user/main.cpp
    ${SOURCE}/tests/package/user/own_clock.cpp -o ${WORK}/by_pkg_config
    ${jitterscope_flags})
run("running what pkg-config built" ${WORK}/by_pkg_config)
