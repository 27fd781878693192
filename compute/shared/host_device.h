// One formula for every machine: what must agree bit for bit between CPU and GPU is written once in this folder and compiled by both compilers.
// The build adds -ffp-contract=off (host) and --fmad=false (device); only + - * / and sqrt decide anything.
#pragma once

#if defined(__CUDACC__)
#define ARETE_HD __host__ __device__ __forceinline__
#else
#define ARETE_HD inline
#endif
