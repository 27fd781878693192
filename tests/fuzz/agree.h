// Makes the data of a changed file what its header says, so that readers get as far as the data.
#pragma once

#include <string>

#include "tests/fuzz/random.h"

namespace arete::fuzz {

void agreePly(std::string& file, Random& random);
void agreePcd(std::string& file, Random& random);
void agreeNpy(std::string& file, Random& random);
void agreeLaz(std::string& file, Random& random);
void agreeE57(std::string& file, Random& random);
void agreeLas(std::string& file, Random& random);
void agreeRaw(std::string& file, Random& random);

size_t plyHeaderEnd(std::string_view file);
size_t pcdHeaderEnd(std::string_view file);
size_t npyHeaderEnd(std::string_view file);

}  // namespace arete::fuzz
