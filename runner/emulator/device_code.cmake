# What compiles a precompiled header for the emulated device, and what compiles an object.
set(device_front_end)
foreach(part headers-stamp compile clang front-flags device-flags library-flags)
  list(APPEND device_front_end ${emulator_folder}/${part})
endforeach()
set(device_compiler_parts ${device_front_end} cuda-device-module ${emulator_folder}/hook-flags)

# The command that compiles an object for the emulated device; with ccache one that has been compiled is taken from there,
# as long as the compiler is the same in all its parts.
configure_file(compile-object ${PROJECT_BINARY_DIR}/compile-object COPYONLY)
set(device_compiler ${PROJECT_BINARY_DIR}/compile-object)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  foreach(part cuda-device-module compile compile-precompiled front-flags device-flags hook-flags library-flags
          unchecked-library)
    string(APPEND parts "${emulator_folder}/${part}:")
  endforeach()
  file(REAL_PATH ${WARP_JUDGE_CLANG} clang)
  list(PREPEND device_compiler env CCACHE_DEPEND=1 CCACHE_COMPILERTYPE=clang CCACHE_COMPILERCHECK=none
       CCACHE_EXTRAFILES=${parts}${clang} ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# clang 14 takes functions of the host's and the device's for one in the precompiled headers of C++20, which it takes
# for modules.
set(precompiled_flags -Xclang -fno-cxx-modules)

# cuda_emulator_precompiled(RESULT HEADER [DEFINITIONS NAME...]): compiles a header of this repository once for all files
# that cuda_emulator_objects() compiles with PRECOMPILED ${RESULT} and with the same definitions.
function(cuda_emulator_precompiled result header)
  cmake_parse_arguments(ARG "" "" "DEFINITIONS" ${ARGN})
  list(TRANSFORM ARG_DEFINITIONS PREPEND -D)
  set(compiler ${emulator_folder}/compile)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/device-code/${header})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/device-code)
  add_custom_command(OUTPUT ${made}.clang BYPRODUCTS ${made}.host ${made}.device
                     COMMAND ${compiler} --precompile ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${made}
                             -std=c++20 ${precompiled_flags} -I${PROJECT_SOURCE_DIR} ${ARG_DEFINITIONS}
                     DEPFILE ${made}.d
                     DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${device_front_end}
                     COMMENT "Compiling ${header} for the emulated device" VERBATIM)
  set(${result} ${made} PARENT_SCOPE)
endfunction()

# cuda_emulator_objects(RESULT FILE... [DEFINITIONS NAME...] [PRECOMPILED HEADER]): compiles CUDA C++ of this repository
# for the emulated device, by the command that compiles submissions. RESULT gets the objects, to be sources of a target
# that links cuda-emulator-program.
function(cuda_emulator_objects result)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "DEFINITIONS" ${ARGN})
  list(TRANSFORM ARG_DEFINITIONS PREPEND -D)
  set(precompiled)
  if(ARG_PRECOMPILED)
    set(precompiled ${precompiled_flags} --with-precompiled=${ARG_PRECOMPILED})
    set(precompiled_stamp ${ARG_PRECOMPILED}.clang)
  endif()
  foreach(file IN LISTS ARG_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE source)
    cmake_path(GET source FILENAME name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/device-code/${name}.o)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/device-code)
    add_custom_command(OUTPUT ${object}
                       COMMAND ${device_compiler} -c ${source} -o ${object} -std=c++20 -I${PROJECT_SOURCE_DIR}
                               ${ARG_DEFINITIONS} ${precompiled} -MD -MT ${object} -MF ${object}.d
                       DEPFILE ${object}.d
                       DEPENDS ${source} ${precompiled_stamp} ${device_compiler_parts}
                       COMMENT "Compiling ${name} for the emulated device" VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    list(APPEND objects ${object})
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()
