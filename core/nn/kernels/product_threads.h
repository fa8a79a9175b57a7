// On how many threads a matrix product runs.
#pragma once

namespace unlit::nn {

/// Threads of OpenBLAS, which torch multiplies float32 matrices with and which has them beside
/// OpenMP's, for the whole process; 0 where torch multiplies otherwise.
int productThreads();

/// Sets them; does nothing where there is no OpenBLAS. The last bits of products depend on it. Not
/// to be called while another thread multiplies.
void setProductThreads(int count);

} // namespace unlit::nn
