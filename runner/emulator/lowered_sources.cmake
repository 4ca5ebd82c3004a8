# cuda_emulator_lower(RESULT FILE...): lowers CUDA C++ of this repository for the emulated device, headers with kernels
# too, into a tree of the same names, build/cuda-emulator-lowered, in which a source `x.cu` is `x.cu.cpp`. RESULT gets
# the lowered files. A target that compiles them links cuda-emulator-device, which has the flags and finds the tree
# first; it must depend on every header that its sources include.
function(cuda_emulator_lower result)
  foreach(file ${ARGN})
    cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    set(output ${PROJECT_BINARY_DIR}/cuda-emulator-lowered/${name})
    if(name MATCHES "\\.cu$")
      string(APPEND output .cpp)
    endif()
    cmake_path(GET output PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${output} COMMAND cuda-lower --name ${source} < ${source} > ${output}
                       DEPENDS ${source} cuda-lower VERBATIM)
    list(APPEND lowered ${output})
  endforeach()
  set(${result} ${lowered} PARENT_SCOPE)
endfunction()
