# `cmake --install` into a folder that can be moved anywhere, and CPack's Debian package (`./run package`). Programs find what they need
# beside themselves: bin/yure looks for ../share/yure.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_RPATH ON)  # only system libraries are shared

install(TARGETS yure yure-editor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY assets/demo DESTINATION ${CMAKE_INSTALL_DATADIR}/yure)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packaging/yure-editor.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/yure.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES packaging/yure.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES packaging/yure-editor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# What the program itself prints, so that it cannot differ from --help.
if(NOT CMAKE_CROSSCOMPILING AND NOT YURE_SANITIZE)
  set(shell_folder ${CMAKE_BINARY_DIR}/shell_files)
  set(shell_files ${shell_folder}/yure.1 ${shell_folder}/yure.bash ${shell_folder}/yure.zsh ${shell_folder}/yure.fish)
  add_custom_command(OUTPUT ${shell_files} DEPENDS yure cmake/WriteShellFiles.cmake VERBATIM
    COMMAND ${CMAKE_COMMAND} -DYURE=$<TARGET_FILE:yure> -DOUT=${shell_folder} -P ${CMAKE_SOURCE_DIR}/cmake/WriteShellFiles.cmake)
  add_custom_target(yure_shell_files ALL DEPENDS ${shell_files})
  install(FILES ${shell_folder}/yure.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${shell_folder}/yure.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME yure)
  install(FILES ${shell_folder}/yure.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _yure)
  install(FILES ${shell_folder}/yure.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME yure)
set(CPACK_PACKAGE_VENDOR "Yure")
set(CPACK_PACKAGE_CONTACT "The Yure maintainers <yure@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Simulates the hair and cloth of 2D puppets and bakes the sway into their models")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1")                            # found at run time, so no link says so
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-noto-cjk")       # a software renderer; Chinese and Japanese text
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Yure opens an exported Live2D-style model, simulates chosen meshes as cloth
or hair, and bakes the result into pendulums and key shapes that ordinary
runtimes play. With a command line, an editor, and a server for agents.")
include(CPack)
