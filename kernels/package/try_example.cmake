# Installs the kernels of a build, and builds and runs the example with nothing else: cmake -D BUILD=... -D EXAMPLE=... -D
# WORK=... -D GENERATOR=... -D CXX=... -P try_example.cmake
include(CMakePackageConfigHelpers)
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status COMMAND_ECHO STDOUT)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "expected exit status 0, found ${status}: ${ARGN}")
  endif()
endfunction()
file(REMOVE_RECURSE ${WORK}/installed ${WORK}/moved ${WORK}/example)
must(${CMAKE_COMMAND} --install ${BUILD} --component kernels --prefix ${WORK}/installed)
file(RENAME ${WORK}/installed ${WORK}/moved)  # a package names nothing by the place where it was made
# The example names no release, so it works with each: nobody remembers to edit it for a new one.
write_basic_package_version_file(${WORK}/moved/lib/cmake/WarpJudgeKernels/WarpJudgeKernelsConfigVersion.cmake
                                 VERSION 7.3.1 COMPATIBILITY SameMinorVersion)
must(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${WORK}/example -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/moved
     -D CMAKE_CXX_COMPILER=${CXX})
must(${CMAKE_COMMAND} --build ${WORK}/example)
must(${WORK}/example/example)
file(GLOB on_device ${WORK}/example/example-on-device)
if(on_device)
  must(${on_device})
endif()
