# The three steps of the build for each problem alone, judge-solvers-<id> and so on, to which its programs add
# themselves. They are targets of the whole build, which includes this file: a problem itself does not depend on the
# runner.
file(GLOB manifests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*/problem.yaml)
set(ids packages)  # those from elsewhere, which need nothing else
foreach(manifest ${manifests})
  cmake_path(GET manifest PARENT_PATH folder)
  cmake_path(GET folder FILENAME id)
  list(APPEND ids ${id})
endforeach()
foreach(id ${ids})
  foreach(step solvers data programs)
    add_custom_target(judge-${step}-${id})
    add_dependencies(judge-${step} judge-${step}-${id})
  endforeach()
  add_dependencies(judge-solvers-${id} runner compare)
  add_dependencies(judge-data-${id} judge-solvers-${id})
  add_dependencies(judge-programs-${id} judge-data-${id} cuda-device-module cuda-emulator-precompiled)
endforeach()
