/* SPDX-License-Identifier: MIT
 *
 * The compiled index as device code: every thread takes numbers of NOCCAxNOCCA positions,
 * unranks and ranks them again; the host compares a part with its own answers. Built where
 * nvcc is; exits 77 (skipped) where there is no device.
 */
#include "index/blocks.h"

extern "C" {
#include "games/registry.h"
}

#include <cstdio>
#include <vector>

enum { THREADS = 1 << 18, EACH = 64, COMPARED = 1 << 16 };

static __host__ __device__ uint64_t pick(uint64_t i, uint64_t count)
{
    return i * 0x9e3779b97f4a7c15u % count;
}

__global__ void round_trip(struct blocks x, uint64_t *first_words, unsigned *wrong)
{
    uint64_t thread = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x,
             packed[BLOCKS_WORDS];
    for (uint64_t k = 0; k < EACH; k++) {
        uint64_t i = k * THREADS + thread, number = pick(i, x.count);
        blocks_unrank(&x, number, packed);
        if (blocks_rank(&x, packed) != number)
            atomicAdd(wrong, 1);
        if (i < COMPARED)
            first_words[i] = packed[0];
    }
}

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
        return 77;
    struct variant v;
    struct error err;
    if (registry_open("nocca:6x5", &v, &err) != CODE_OK)
        return 1;
    const struct blocks *host = v.game->blocks(&v);
    struct blocks device = *host;
    void *memory;
    uint64_t *words;
    unsigned *wrong, found = 0;
    cudaMalloc(&memory, host->bytes);
    cudaMemcpy(memory, host->memory, host->bytes, cudaMemcpyHostToDevice);
    blocks_attach(&device, memory);
    cudaMalloc(&words, COMPARED * sizeof *words);
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemset(wrong, 0, sizeof *wrong);
    cudaEvent_t start, stop;
    float ms = 0;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    round_trip<<<THREADS / 256, 256>>>(device, words, wrong);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    std::vector<uint64_t> first(COMPARED);
    cudaMemcpy(first.data(), words, COMPARED * sizeof *words, cudaMemcpyDeviceToHost);
    if (cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess) {
        printf("cuda: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    unsigned different = 0;
    for (uint64_t i = 0; i < COMPARED; i++) {
        uint64_t packed[BLOCKS_WORDS];
        blocks_unrank(host, pick(i, host->count), packed);
        different += packed[0] != first[i];
    }
    printf(
        "cuda: %d numbers, %u wrong, %u unlike the host's; %.3f ns per unrank and rank\n",
        THREADS * EACH, found, different, 1e6 * ms / (THREADS * (double)EACH));
    return found || different;
}
