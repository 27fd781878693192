// The readers, one file each; the table in formats.cpp names them.
#pragma once

#include "compute/io/read/source.h"

namespace arete {

CloudFile readPly(const Source& source);
CloudFile readPcd(const Source& source);
CloudFile readLas(const Source& source);  // and LAZ
CloudFile readNpy(const Source& source);
CloudFile readObj(const Source& source);
CloudFile readE57(const Source& source);
CloudFile readGpx(const Source& source);
CloudFile readGeoJsonLines(const Source& source);
CloudFile readGeoPackageLines(const Source& source);
CloudFile readSwc(const Source& source);
CloudFile readText(const Source& source);
CloudFile readRaw(const Source& source);

bool looksLikePly(std::span<const std::byte> content);
bool looksLikePcd(std::span<const std::byte> content);
bool looksLikeLas(std::span<const std::byte> content);
bool looksLikeLaz(std::span<const std::byte> content);
bool looksLikeNpy(std::span<const std::byte> content);
bool looksLikeE57(std::span<const std::byte> content);
bool looksLikeGpx(std::span<const std::byte> content);

/// The layout and first rows of a text file; `content` may end anywhere.
TextPreview previewText(const Source& source);

/// Refuses, by name, known formats that cannot be read: archives, Git LFS pointers, an empty file.
void refuseKnown(const Source& source);

}  // namespace arete
