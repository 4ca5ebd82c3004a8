# For a wheel: libraries that Debian has in development packages are linked from the emulated device's own folder.
find_library(WARP_JUDGE_BOOST_CONTEXT_ARCHIVE libboost_context.a REQUIRED)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libbacktrace.a OUTPUT_VARIABLE backtrace_archive
                OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(archive IN ITEMS ${WARP_JUDGE_BOOST_CONTEXT_ARCHIVE} ${backtrace_archive})
  configure_file(${archive} ${emulator_folder} COPYONLY)
endforeach()
set(device_libraries {here}/libboost_context.a {here}/libbacktrace.a)
