# One target carries the warnings, the sanitizers and what keeps simulated results equal on every machine.
add_library(jitterscope_warnings INTERFACE)
target_compile_options(jitterscope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -ffp-contract=off # no fused multiply-add: a seed gives the same bits everywhere
    $<$<BOOL:${JITTERSCOPE_WERROR}>:-Werror>
    # GCC 12 sees overlaps and overruns in std::string (its bugs 105329, 105651) and unset members of std::variant that are not there.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-maybe-uninitialized>)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    # Counts have 64 bits, and sizes have 32: what is counted in memory fits.
    target_compile_options(jitterscope_warnings INTERFACE -Wno-conversion)
endif()
if(JITTERSCOPE_SANITIZE)
    target_compile_options(jitterscope_warnings INTERFACE
        -fsanitize=${JITTERSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
    target_link_options(jitterscope_warnings INTERFACE -fsanitize=${JITTERSCOPE_SANITIZE})
endif()
