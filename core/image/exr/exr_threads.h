// The threads that the OpenEXR library packs and unpacks chunks of rows with.
#pragma once

namespace unlit {

/// Starts them where there are none: the library has none by itself, and packs a picture on one
/// processor. One for each processor, sixteen at most, since each keeps chunks in memory. They are
/// the library's and the process's, wait without work, and end with the process. A fork has none of
/// them: what forks and goes on in the same program must not have read or written OpenEXR before.
/// Thread: any. What is written is the same to the byte for any number of them.
void startExrThreads();

/// How many there are: 0 = the caller's own thread does all.
int exrThreadCount();

} // namespace unlit
