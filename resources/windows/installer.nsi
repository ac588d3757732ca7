; SPDX-License-Identifier: MIT
; The installer, for one user and without rights: scripts/windows package makes it with
;   makensis -DVERSION=… -DSTAGE=FOLDER -DREMOVAL=FILE -DOUTPUT=FILE -DICON=FILE installer.nsi
; STAGE holds what is installed, REMOVAL the lines that delete each of its files: a folder is never deleted with what else lies in it.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Jitterscope"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Jitterscope"
InstallDirRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\Jitterscope" "InstallLocation"
Icon "${ICON}"
UninstallIcon "${ICON}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Jitterscope"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Jitterscope, installed for one user"
VIAddVersionKey "LegalCopyright" "The Jitterscope developers"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Jitterscope"
!define CLASSES "Software\Classes"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; A kind of file: its ending, its id, its name.
!macro Kind ENDING ID TEXT
    WriteRegStr HKCU "${CLASSES}\${ID}" "" "${TEXT}"
    WriteRegStr HKCU "${CLASSES}\${ID}\DefaultIcon" "" '"$INSTDIR\bin\jitterscope.exe",0'
    WriteRegStr HKCU "${CLASSES}\${ID}\shell\open\command" "" '"$INSTDIR\bin\jitterscope.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\${ENDING}" "" "${ID}"
!macroend
; An ending that another program has taken since stays with it.
!macro KindGone ENDING ID
    DeleteRegKey HKCU "${CLASSES}\${ID}"
    ReadRegStr $0 HKCU "${CLASSES}\${ENDING}" ""
    StrCmp $0 "${ID}" 0 +2
    DeleteRegKey HKCU "${CLASSES}\${ENDING}"
!macroend

Section
    SetOutPath "$INSTDIR"
    File /r "${STAGE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Jitterscope.lnk" "$INSTDIR\bin\jitterscope.exe"
    !insertmacro Kind ".jssession" "Jitterscope.Session" "Jitterscope session"
    !insertmacro Kind ".jslab" "Jitterscope.Lab" "Jitterscope lab"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Jitterscope"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Jitterscope developers"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\bin\jitterscope.exe"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    Delete "$SMPROGRAMS\Jitterscope.lnk"
    !insertmacro KindGone ".jssession" "Jitterscope.Session"
    !insertmacro KindGone ".jslab" "Jitterscope.Lab"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey /ifempty HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall"
    !include "${REMOVAL}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    RMDir "$LOCALAPPDATA\Programs" ; where it was the only one
SectionEnd
