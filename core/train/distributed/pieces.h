// Tensors one behind the other in pieces of some megabytes: a message has its price, and the first
// pieces travel while later ones are put together.
#pragma once

#include <torch/types.h>

#include <cstddef>
#include <vector>

namespace unlit::train {

/// Tensors [begin, end) of a list.
struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Whole tensors, 4 Mi numbers a piece where one alone has not more. In the order of the list.
std::vector<Piece> piecesOf(const std::vector<torch::Tensor>& tensors);

/// All numbers of the tensors, in the order of their dimensions: [n], of the first one's type, on
/// its device; never their own memory.
torch::Tensor flattened(const std::vector<torch::Tensor>& tensors);

/// The other way round; `flat` may be longer, and of another type or device.
void takeFlat(const torch::Tensor& flat, const std::vector<torch::Tensor>& tensors);

/// Reads and writes CPU tensors as if they were one row of bytes; those that are read may lie
/// anywhere, in any layout.
class ByteRow {
public:
    explicit ByteRow(std::vector<torch::Tensor> tensors);

    /// The next bytes, as many as `bytes` has or are left.
    void read(torch::Tensor& bytes);
    void write(const torch::Tensor& bytes);

private:
    template <class Each>
    void advance(std::size_t count, const Each& each);

    std::vector<torch::Tensor> m_tensors;
    std::size_t m_at = 0;     ///< tensor
    std::size_t m_offset = 0; ///< byte in it
    torch::Tensor m_plain;    ///< of the tensor that is being read
};

} // namespace unlit::train
