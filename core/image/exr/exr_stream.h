// An open file as the OpenEXR library wants to read it.
#pragma once

#include "core/image/readable_file.h"

#include <ImfIO.h>

namespace unlit {

/// Reads through the descriptor that was opened and checked, so that a file that is replaced or
/// taken away meanwhile makes no difference, and one that grows or shrinks ends where it was long,
/// or too early. Has a position of its own. The file outlives it.
class ExrStream : public Imf::IStream {
public:
    explicit ExrStream(const ReadableFile& file);

    bool read(char bytes[], int count) override;

    std::uint64_t tellg() override { return m_position; }

    void seekg(std::uint64_t position) override { m_position = position; }

private:
    const ReadableFile& m_file;
    int m_descriptor;
    std::uint64_t m_position = 0;
};

} // namespace unlit
