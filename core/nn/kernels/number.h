// The number formats of fused kernels, and the loops' instruction sets.
#pragma once

#include <cstdint>

namespace unlit::nn {

/// bfloat16 as its bits: loops over plain integers are what compilers turn into vector code.
using BFloat16Bits = uint16_t;

__attribute__((always_inline)) inline float toFloat(float value) {
    return value;
}

__attribute__((always_inline)) inline float toFloat(BFloat16Bits bits) {
    return __builtin_bit_cast(float, static_cast<uint32_t>(bits) << 16);
}

/// Rounds to nearest even, as torch does; a NaN stays one.
__attribute__((always_inline)) inline void store(float value, float& out) {
    out = value;
}

__attribute__((always_inline)) inline void store(float value, BFloat16Bits& out) {
    const uint32_t bits = __builtin_bit_cast(uint32_t, value);
    const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    const bool isNan = (bits & 0x7fffffffu) > 0x7f800000u;
    out = static_cast<BFloat16Bits>(isNan ? 0x7fc0u : rounded);
}

/// e^x without branches or calls, so that loops around it become vector code. Relative error below
/// 2e-7 (Cephes' polynomial); x is clamped to [-87, 88]; a NaN stays one.
__attribute__((always_inline)) inline float fastExp(float x) {
    const float clamped = x < -87.0f ? -87.0f : (x > 88.0f ? 88.0f : x);
    const float n = __builtin_rintf(clamped * 1.44269504088896341f);
    const float r = (clamped - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    const int32_t exponent = static_cast<int32_t>(n) + 127;
    return p * __builtin_bit_cast(float, exponent << 23);
}

__attribute__((always_inline)) inline float fastSilu(float x) {
    return x / (1.0f + fastExp(-x));
}

/// d silu(x) / dx.
__attribute__((always_inline)) inline float fastSiluSlope(float x) {
    const float sigmoid = 1.0f / (1.0f + fastExp(-x));
    return sigmoid * (1.0f + x * (1.0f - sigmoid));
}

/// x * Phi(x); erf by Abramowitz and Stegun 7.1.26, absolute error below 5e-7.
__attribute__((always_inline)) inline float fastGelu(float x) {
    const float z = __builtin_fabsf(x) * 0.70710678118654752f;
    const float t = 1.0f / (1.0f + 0.3275911f * z);
    float p = 1.061405429f;
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    const float tail = 0.5f * p * t * fastExp(-z * z); // of the normal distribution beyond |x|
    return x * (x < 0.0f ? tail : 1.0f - tail);
}

} // namespace unlit::nn

// The functions marked so are compiled for several instruction sets; the loader picks one.
// Sanitizers run before the loader's choice and cannot live with it.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) &&           \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define UNLIT_VECTOR_LOOPS                                                                         \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define UNLIT_VECTOR_LOOPS
#endif
