// The threads that the OpenEXR library packs and unpacks chunks of rows with.
#pragma once

namespace unlit {

/// Starts them where there are none: the library has none by itself, and packs a picture on one
/// processor. One for each processor, sixteen at most, since each keeps chunks in memory. They are
/// the library's and the process's, wait without work, and end with the process. Thread: any. What
/// is written is the same to the byte for any number of them.
void startExrThreads();

/// Before a fork whose child goes on in the same program: it would wait for threads that it does
/// not have. No file may be at work. The next file starts them again.
void endExrThreads();

/// How many there are: 0 = the caller's own thread does all.
int exrThreadCount();

} // namespace unlit
