# The readers that are fuzzed, for libFuzzer and for the short form; and the options of the command line that they read.
function(jitterscope_fuzz_targets program)
    foreach(part IN ITEMS heard options runs targets tree)
        target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/faults/fuzz/fuzz_${part}.cpp)
    endforeach()
    target_link_libraries(${program} PRIVATE jitterscope_options)
endfunction()
