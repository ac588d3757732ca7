# Copies the AppStream file SOURCE to TARGET with its pictures, which lie below the address HOME_URL.
file(READ ${SOURCE} text)
string(REGEX REPLACE "<!-- Pictures need[^<]*<screenshots-mark>\n *(.*)\n *</screenshots-mark>\n *-->" "\\1" text "${text}")
string(REPLACE ">HOME" ">${HOME_URL}" text "${text}")
file(WRITE ${TARGET} "${text}")
