// Rows of a picture shared out among threads.
#pragma once

#include <functional>

namespace unlit {

/// Calls work(begin, end) for bands of rows that together are [0, rows), on as many threads as the
/// machine has, at most 16, the caller's among them; each band is one call. What `work` computes
/// must not depend on where a band begins. The first exception is thrown on when all have ended.
void forStrokeRows(int rows, const std::function<void(int begin, int end)>& work);

/// At most so many threads in calls of this thread while it lives; 1 = the caller's alone. For
/// tests, and for callers that leave the machine to others.
class StrokeThreads {
public:
    explicit StrokeThreads(unsigned most);
    ~StrokeThreads();
    StrokeThreads(const StrokeThreads&) = delete;
    StrokeThreads& operator=(const StrokeThreads&) = delete;

private:
    unsigned m_before;
};

} // namespace unlit
