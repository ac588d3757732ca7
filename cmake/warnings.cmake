# One target carries the warnings, the sanitizers and what keeps simulated results equal on every machine.
add_library(jitterscope_warnings INTERFACE)
target_compile_options(jitterscope_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -ffp-contract=off # no fused multiply-add: a seed gives the same bits everywhere
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # GCC 12 sees overlaps in std::string's operator+ that are not there
    $<$<BOOL:${JITTERSCOPE_WERROR}>:-Werror>)
if(JITTERSCOPE_SANITIZE)
    target_compile_options(jitterscope_warnings INTERFACE
        -fsanitize=${JITTERSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
    target_link_options(jitterscope_warnings INTERFACE -fsanitize=${JITTERSCOPE_SANITIZE})
endif()
