# cuda_emulator_objects(RESULT FILE... [DEFINITIONS NAME...] [STANDARD N]): compiles CUDA C++ of this repository for the
# emulated device, by the command that compiles submissions. RESULT gets the objects, to be sources of a target that
# links cuda-emulator-program.
function(cuda_emulator_objects result)
  cmake_parse_arguments(ARG "" "STANDARD" "DEFINITIONS" ${ARGN})
  if(NOT ARG_STANDARD)
    set(ARG_STANDARD 20)
  endif()
  list(TRANSFORM ARG_DEFINITIONS PREPEND -D)
  set(compiler ${emulator_folder}/compile)
  foreach(file IN LISTS ARG_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE source)
    cmake_path(GET source FILENAME name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/device-code/${name}.o)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/device-code)
    add_custom_command(OUTPUT ${object}
                       COMMAND ${compiler} ${source} ${object} -std=c++${ARG_STANDARD} -I${PROJECT_SOURCE_DIR}
                               ${ARG_DEFINITIONS} -MD -MT ${object} -MF ${object}.d
                       DEPFILE ${object}.d
                       DEPENDS ${source} cuda-device-module ${emulator_folder}/headers-stamp ${compiler}
                               ${emulator_folder}/front-flags ${emulator_folder}/device-flags
                               ${emulator_folder}/hook-flags
                       COMMENT "Compiling ${name} for the emulated device" VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    list(APPEND objects ${object})
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()
