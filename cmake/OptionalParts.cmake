# Folders whose sources need a library that may be missing: absent.cpp in them stands in for the others.
set(ARETE_ABSENT_PARTS "")

# arete_optional_part(folder package sources): takes out of the list of sources what cannot be built, or is not needed.
function(arete_optional_part folder package sources)
  set(kept ${${sources}})
  if(${package}_FOUND)
    list(FILTER kept EXCLUDE REGEX "/${folder}absent.cpp$")
  else()
    list(FILTER kept EXCLUDE REGEX "/${folder}")
    list(APPEND kept ${PROJECT_SOURCE_DIR}/${folder}absent.cpp)
    set(ARETE_ABSENT_PARTS ${ARETE_ABSENT_PARTS} ${folder} PARENT_SCOPE)
    message(STATUS "${folder} is left out: ${package} was not found")
  endif()
  set(${sources} ${kept} PARENT_SCOPE)
endfunction()
