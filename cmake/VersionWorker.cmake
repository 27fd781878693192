# arete-version-worker, which runs users' versions in a process of its own: beside the engine, which starts it, and linked with nothing of it. It is never
# sanitized: it limits its own memory, and shows the faults of others.
set(worker_sources app/worker/arrays.cpp app/worker/last_words.cpp app/worker/limits.cpp app/worker/main.cpp app/worker/runtime_compiler.cpp)
add_executable(arete-version-worker ${worker_sources} app/worker/$<IF:$<BOOL:${ARETE_HAVE_CUDA}>,device.cu,no_device.cpp>)
target_include_directories(arete-version-worker PRIVATE ${PROJECT_SOURCE_DIR} library/include)
target_link_libraries(arete-version-worker PRIVATE $<$<NOT:$<BOOL:${ARETE_SANITIZE}>>:$<$<NOT:$<BOOL:${ARETE_FUZZ}>>:arete_options>> ${CMAKE_DL_LIBS})
set_target_properties(arete-version-worker PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${ARETE_ENGINE_BUILT} ENABLE_EXPORTS OFF)
arete_looks_in(arete-version-worker $ORIGIN)
if(ARETE_HAVE_CUDA)
  target_include_directories(arete-version-worker SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
  target_link_libraries(arete-version-worker PRIVATE CUDA::cudart)
endif()
target_include_directories(arete_compute PRIVATE library/include)  # arete/version.h
add_dependencies(arete-cli arete-version-worker)
