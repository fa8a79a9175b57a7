// Large pages for large blocks: the first touch of 50 MB in pages of 4 KiB takes the system longer
// than all that is computed in them.
#pragma once

#include <cstddef>

namespace unlit {

/// Asks for large pages under a block that was just allocated and not touched yet. A wish: nothing
/// where the system has none, or the block is too small for them. Any thread.
void preferLargePages(void* data, std::size_t bytes) noexcept;

} // namespace unlit
