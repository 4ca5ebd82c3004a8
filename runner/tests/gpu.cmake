# The CUDA programs, build/tests/programs/<name>, and the test that runs them, where there is a toolkit; the test says
# that it is skipped where there is no GPU.
if(WARP_JUDGE_CUDA STREQUAL "OFF" OR NOT CMAKE_CUDA_COMPILER)
  return()
endif()
enable_language(CUDA)

file(GLOB gpu_programs CONFIGURE_DEPENDS programs/*.cu)
foreach(source ${gpu_programs})
  get_filename_component(name ${source} NAME_WE)
  add_executable(runner-program-${name} ${source})
  # Code for the H200, and PTX that the driver compiles for any other.
  set_target_properties(runner-program-${name} PROPERTIES OUTPUT_NAME ${name}
                        CUDA_ARCHITECTURES "75-virtual;90" CUDA_RUNTIME_LIBRARY Static
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/programs)
  list(APPEND gpu_program_targets runner-program-${name})
endforeach()

# Those whose trace is tested: one also with the runtime as a shared library, one with the driver alone.
add_executable(runner-program-gpu_traced_copies_shared programs/gpu_traced_copies.cu)
set_target_properties(runner-program-gpu_traced_copies_shared PROPERTIES OUTPUT_NAME gpu_traced_copies_shared
                      CUDA_ARCHITECTURES "75-virtual;90" CUDA_RUNTIME_LIBRARY Shared
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/programs)
list(APPEND gpu_program_targets runner-program-gpu_traced_copies_shared)
target_link_libraries(runner-program-gpu_traced_driver PRIVATE CUDA::cuda_driver)

warp_judge_test(runner-gpu gpu_test.cpp gpu_trace_test.cpp gpu_run.cpp LINK runner_callers PLAIN)
add_dependencies(test-runner-gpu ${gpu_program_targets})
# One GPU, whose memory and turns are measured: nothing else may use it meanwhile.
set_tests_properties(runner-gpu PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: no GPU here" RUN_SERIAL ON)
