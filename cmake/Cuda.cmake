# Finds nvcc, also outside PATH, and enables CUDA when it is there. Sets ARETE_HAVE_CUDA.
option(ARETE_CUDA "Build the CUDA versions where nvcc is found" ON)
set(ARETE_CUDA_ARCHITECTURES "auto" CACHE STRING
  "Compute capabilities to compile for: auto, those of the GPUs that are here, or 75-virtual where there is none; release, all that a package is for; or a list for nvcc")
set(ARETE_HAVE_CUDA OFF)
set(ARETE_CUDA_CODE "")  # what it is compiled for, in words: compute/core/cuda_code.h

# arete_cuda_architectures(RESULT): ARETE_CUDA_ARCHITECTURES in nvcc's form.
function(arete_cuda_architectures result)
  set(found ${ARETE_CUDA_ARCHITECTURES})
  if(found STREQUAL "auto")
    find_program(ARETE_NVIDIA_SMI nvidia-smi)
    set(found "")
    if(ARETE_NVIDIA_SMI)
      execute_process(COMMAND ${ARETE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE capabilities ERROR_QUIET)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]" found "${capabilities}")
      string(REPLACE "." "" found "${found}")
      list(REMOVE_DUPLICATES found)
    endif()
    if(NOT found)  # PTX, code that the driver of any GPU since Turing translates at its first start: half as long to compile as for two real ones
      set(found 75-virtual)
    endif()
  endif()
  if(found STREQUAL "release")  # what nvcc knows of the cards since Turing, and PTX of the newest, for those that come later
    execute_process(COMMAND ${ARETE_NVCC} --list-gpu-code OUTPUT_VARIABLE known COMMAND_ERROR_IS_FATAL ANY)
    set(found "")
    foreach(capability 75 80 86 89 90 100 120)
      if(known MATCHES "sm_${capability}\n")
        list(APPEND found ${capability}-real)
      endif()
    endforeach()
    list(TRANSFORM found REPLACE "-real$" "" AT -1)
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# arete_cuda_in_words(RESULT): CMAKE_CUDA_ARCHITECTURES for people: "7.5 8.0, PTX of 8.0".
function(arete_cuda_in_words result)
  set(code "")
  set(ptx "")
  foreach(architecture ${CMAKE_CUDA_ARCHITECTURES})
    string(REGEX REPLACE "^([0-9]+)([0-9][a-z]?)(-.+)?$" "\\1.\\2" capability ${architecture})
    if(NOT architecture MATCHES "-virtual$")
      list(APPEND code ${capability})
    endif()
    if(NOT architecture MATCHES "-real$")
      list(APPEND ptx "PTX of ${capability}")
    endif()
  endforeach()
  list(JOIN code " " words)
  if(words)
    list(PREPEND ptx ${words})
  endif()
  list(JOIN ptx ", " words)
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

if(ARETE_CUDA AND NOT ARETE_SANITIZE)
  find_program(ARETE_NVCC nvcc HINTS ENV CUDACXX PATHS /usr/local/cuda/bin /opt/cuda/bin)
  if(ARETE_NVCC)
    set(CMAKE_CUDA_COMPILER ${ARETE_NVCC})
    arete_cuda_architectures(CMAKE_CUDA_ARCHITECTURES)
    arete_cuda_in_words(ARETE_CUDA_CODE)
    message(STATUS "CUDA versions are compiled for ${ARETE_CUDA_CODE} (ARETE_CUDA_ARCHITECTURES=${ARETE_CUDA_ARCHITECTURES})")
    # One runtime for all that is in a process; it starts without a driver too, and says that CUDA is not there. Linked into the engine, it would need
    # more of the memory that each thread has for such things than a running program may still give to a library that it loads.
    set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
    enable_language(CUDA)
    # CMake 3.25 does not know nvcc's switch for C++20.
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA_STANDARD 20)
    # Names of kernels hold a hash of a path. The object's is the same in every build folder, the source's is not.
    string(APPEND CMAKE_CUDA_COMPILE_OBJECT " -Xcudafe=--orig_src_path_name=<OBJECT>")
    set(ARETE_HAVE_CUDA ON)
    find_package(CUDAToolkit REQUIRED)
    file(REAL_PATH ${CUDA_cudart_LIBRARY} ARETE_CUDART)  # goes where the engine goes, by the name that it is looked for, in the build too
    get_filename_component(cudart_name ${ARETE_CUDART} NAME)
    string(REGEX REPLACE "^(libcudart\\.so\\.[0-9]+).*$" "\\1" ARETE_CUDART_NAME ${cudart_name})
    file(MAKE_DIRECTORY ${ARETE_ENGINE_BUILT})
    file(CREATE_LINK ${ARETE_CUDART} ${ARETE_ENGINE_BUILT}/${ARETE_CUDART_NAME} SYMBOLIC)
    set_target_properties(CUDA::cudart PROPERTIES IMPORTED_LOCATION ${ARETE_ENGINE_BUILT}/${ARETE_CUDART_NAME})
    if(CCACHE_PROGRAM)
      set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
    endif()
  endif()
endif()
if(NOT ARETE_HAVE_CUDA)
  message(STATUS "CUDA versions are left out: nvcc was not found, ARETE_CUDA is off, or a sanitizer is on")
endif()

# arete_use_cuda(target): compiles its .cu files so that they agree with the host to the bit.
function(arete_use_cuda target)
  target_compile_definitions(${target} PUBLIC ARETE_CUDA=1)
  target_link_libraries(${target} PRIVATE CUDA::cudart)
  if(target STREQUAL arete_compute)
    foreach(call
        __cudaLaunchKernel cudaLaunchKernel cudaLaunchCooperativeKernel cudaLaunchKernelExC cudaGraphLaunch cudaMemcpyAsync  # counted: compute/gpu/launch_counts.cpp
        cudaStreamSynchronize cudaEventSynchronize cudaDeviceSynchronize cudaStreamCreateWithFlags cudaStreamDestroy cudaMalloc  # may wait: compute/gpu/watched_calls.cpp
        cudaMallocHost cudaFree cudaFreeArray cudaFreeHost cudaMemPoolTrimTo cudaGraphInstantiate cudaFuncGetAttributes cudaFuncSetAttribute
        cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaOccupancyMaxActiveClusters)
      target_link_options(${target} PRIVATE -Wl,--wrap=${call})
    endforeach()
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
  # --fmad=false: no contraction; IEEE division and square root are nvcc's default.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false --extended-lambda --expt-relaxed-constexpr -Xcudafe --diag_suppress=20012>)
endfunction()
