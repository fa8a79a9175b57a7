// Small pictures of a large file while it is being decoded: something to see before the last row is
// there.
#pragma once

#include "core/image/decoded_picture.h"

#include <chrono>

namespace unlit {

/// Where ReadOptions::look asks for looks, gives one every now and then. Thread: the reader's.
class FirstLooks {
public:
    /// Most files are read before a look is worth while.
    static constexpr std::chrono::milliseconds kUsualWait{80};

    /// `options` outlives it. `wait`: before the first look.
    explicit FirstLooks(const ReadOptions& options, std::chrono::milliseconds wait = kUsualWait);

    /// The first `rows` rows of `picture.image` are there, as stored; its other fields are final.
    /// Cheap where no look is due. Throws what the look's receiver throws.
    void rowsDone(const DecodedPicture& picture, int rows);

    /// Whether it is worth while to tell it of rows.
    bool areWanted() const { return static_cast<bool>(m_options.look); }

private:
    using Clock = std::chrono::steady_clock;

    const ReadOptions& m_options;
    Clock::time_point m_due;
};

/// What is there of a picture, as readImage would give it, but small: every n-th pixel of every
/// n-th row, so that the longer side is kLookPx at most. Rows that are not there are grey, and out
/// of the mask.
Image lookAt(const DecodedPicture& picture, int rows, const ReadOptions& options);

inline constexpr int kLookPx = 512;

} // namespace unlit
