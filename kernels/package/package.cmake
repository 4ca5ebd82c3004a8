# The kernels for other people's programs, as the component `kernels` of an installation: libraries, headers, and the
# files for `find_package(WarpJudgeKernels)`. docs/kernels.md explains how to use them.
include(CMakePackageConfigHelpers)
set(in_package COMPONENT kernels EXCLUDE_FROM_ALL)
set(config_folder lib/cmake/WarpJudgeKernels)
set(packaged base kernels_common kernels_gpu)
foreach(table ${operation_tables})
  get_filename_component(operation ${table} DIRECTORY)
  list(APPEND packaged kernels_${operation} kernels_${operation}_cpu)
endforeach()
foreach(library IN LISTS packaged)
  string(REPLACE kernels_ "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${packaged} EXPORT WarpJudgeKernels ARCHIVE DESTINATION lib ${in_package})
install(EXPORT WarpJudgeKernels NAMESPACE WarpJudge:: DESTINATION ${config_folder} FILE WarpJudgeKernelsTargets.cmake
        ${in_package})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/base ${PROJECT_SOURCE_DIR}/kernels DESTINATION include/warp-judge ${in_package}
        FILES_MATCHING PATTERN *.hpp PATTERN tests EXCLUDE PATTERN bench EXCLUDE PATTERN laboratory EXCLUDE PATTERN package
        EXCLUDE PATTERN text EXCLUDE PATTERN hopper EXCLUDE)
set(made ${CMAKE_CURRENT_BINARY_DIR}/package)
configure_package_config_file(package/WarpJudgeKernelsConfig.cmake.in ${made}/WarpJudgeKernelsConfig.cmake
                              INSTALL_DESTINATION ${config_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${made}/WarpJudgeKernelsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/WarpJudgeKernelsConfig.cmake ${made}/WarpJudgeKernelsConfigVersion.cmake
        DESTINATION ${config_folder} ${in_package})
list(REMOVE_ITEM packaged base kernels_common)  # headers alone
add_custom_target(kernels-package DEPENDS ${packaged})

# A foreign project finds what was installed, builds the example with it, and its answers are right.
if(WARP_JUDGE_TESTS AND NOT WARP_JUDGE_SANITIZE)
  add_dependencies(plain-tests kernels-package)
  add_test(NAME kernels-package
           COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -D EXAMPLE=${CMAKE_CURRENT_SOURCE_DIR}/package/example
                   -D WORK=${made} -D GENERATOR=${CMAKE_GENERATOR} -D CXX=${CMAKE_CXX_COMPILER}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/package/try_example.cmake)
endif()
