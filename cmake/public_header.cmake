# Copies the header SOURCE to TARGET, where it includes others of the library as "jitterscope/…".
file(READ ${SOURCE} text)
string(REPLACE "#include \"core/pacer/" "#include \"jitterscope/" text "${text}")
string(REPLACE "#include \"core/" "#include \"jitterscope/" text "${text}")
file(WRITE ${TARGET} "${text}")
