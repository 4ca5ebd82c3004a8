# The runner alone, as the component `runner` of an installation: the program with the files that it needs next to it,
# its manual page, the schema of its facts, and examples. docs/runner.md explains how to use them.
set(in_runner COMPONENT runner EXCLUDE_FROM_ALL)
set(programs lib/warp-judge)
install(TARGETS runner gpu-memory-meter DESTINATION ${programs} ${in_runner})
if(TARGET gpu-trace)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/gpu-trace DESTINATION ${programs} USE_SOURCE_PERMISSIONS ${in_runner})
endif()
install(CODE "set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
              file(MAKE_DIRECTORY \"\${bin}\")
              file(CREATE_LINK ../${programs}/runner \"\${bin}/judge-runner\" SYMBOLIC)" ${in_runner})
install(FILES package/judge-runner.1 DESTINATION share/man/man1 ${in_runner})
install(FILES package/facts.schema.json DESTINATION share/warp-judge ${in_runner})
install(DIRECTORY package/examples DESTINATION share/doc/judge-runner USE_SOURCE_PERMISSIONS ${in_runner})
