# The content of the wheel, as the component `wheel` of an installation: the package warp_judge, which is start.py and
# the folder tree/. That has the layout of a checkout, without the parts that only building and the judge's own tests
# need; its build/ has the programs. By pyproject.toml, scikit-build-core puts it into a wheel, configured with
# WARP_JUDGE_PORTABLE.
set(tree warp_judge/tree)
set(in_wheel COMPONENT wheel EXCLUDE_FROM_ALL)
install(FILES judge/wheel/start.py DESTINATION warp_judge RENAME __init__.py ${in_wheel})
install(FILES LICENSE README.md pyproject.toml DESTINATION ${tree} ${in_wheel})
set(not_needed PATTERN __pycache__ EXCLUDE PATTERN tests EXCLUDE PATTERN bench EXCLUDE PATTERN CMakeLists.txt EXCLUDE
    PATTERN *.cmake EXCLUDE PATTERN judge/judge EXCLUDE PATTERN judge/wheel EXCLUDE)
install(DIRECTORY judge problems testdata DESTINATION ${tree} ${in_wheel} ${not_needed})
install(DIRECTORY docs/lessons DESTINATION ${tree}/docs ${in_wheel} ${not_needed})
# `judge export` turns a validator's sources, with everything that they include, into one file.
set(sources FILES_MATCHING PATTERN *.hpp PATTERN *.cpp PATTERN *.cu PATTERN *.cuh)
install(DIRECTORY base kernels DESTINATION ${tree} ${in_wheel} ${sources} ${not_needed})
install(DIRECTORY kernels/laboratory/results DESTINATION ${tree}/kernels/laboratory ${in_wheel})  # the figures of lessons
install(DIRECTORY runner/validators DESTINATION ${tree}/runner ${in_wheel} ${sources} ${not_needed})


# The programs, each where build/ has it. Problems in WARP_JUDGE_LEFT_OUT have none.
set(programs runner compare gpu-memory-meter cpu-workload)
add_custom_target(judge-wheel DEPENDS judge-data)
if(TARGET cuda-emulator)
  add_dependencies(judge-wheel cuda-emulator cuda-emulator-headers cuda-device-module)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/cuda-emulator DESTINATION ${tree}/build USE_SOURCE_PERMISSIONS ${in_wheel}
          PATTERN precompiled EXCLUDE)  # for the clang of this machine alone
endif()
file(GLOB manifests CONFIGURE_DEPENDS problems/*/problem.yaml)
foreach(manifest IN LISTS manifests)
  cmake_path(GET manifest PARENT_PATH folder)
  cmake_path(GET folder FILENAME id)
  list(APPEND programs ${id})
  foreach(tool generate validate-input validate-output)
    if(TARGET ${id}-${tool})
      install(TARGETS ${id}-${tool} DESTINATION ${tree}/build/problem-tools/${id} ${in_wheel})
    endif()
  endforeach()
endforeach()
foreach(program IN LISTS programs)
  if(TARGET ${program})
    install(TARGETS ${program} DESTINATION ${tree}/build ${in_wheel})
  endif()
endforeach()
