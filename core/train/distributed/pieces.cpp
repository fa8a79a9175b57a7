#include "core/train/distributed/pieces.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace unlit::train {

namespace {

constexpr std::int64_t kNumbersOfPiece = 4 << 20;

} // namespace

std::vector<Piece> piecesOf(const std::vector<torch::Tensor>& tensors) {
    std::vector<Piece> pieces;
    std::int64_t numbers = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (numbers == 0 || numbers + tensors[i].numel() > kNumbersOfPiece) {
            pieces.push_back({i, i});
            numbers = 0;
        }
        numbers += tensors[i].numel();
        pieces.back().end = i + 1;
    }
    return pieces;
}

torch::Tensor flattened(const std::vector<torch::Tensor>& tensors) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> parts;
    for (const torch::Tensor& tensor : tensors)
        parts.push_back(tensor.detach().reshape({-1}));
    return torch::cat(parts);
}

void takeFlat(const torch::Tensor& flat, const std::vector<torch::Tensor>& tensors) {
    const torch::NoGradGuard noGrad;
    std::int64_t at = 0;
    for (const torch::Tensor& tensor : tensors) {
        tensor.detach().copy_(flat.narrow(0, at, tensor.numel()).view(tensor.sizes()));
        at += tensor.numel();
    }
}

ByteRow::ByteRow(std::vector<torch::Tensor> tensors) : m_tensors(std::move(tensors)) {}

/// Calls `each` with a tensor's number, the byte in it, the byte of the row's part, and how many.
template <class Each>
void ByteRow::advance(std::size_t count, const Each& each) {
    for (std::size_t done = 0; done < count && m_at < m_tensors.size();) {
        const std::size_t part = std::min(count - done, m_tensors[m_at].nbytes() - m_offset);
        if (part > 0)
            each(m_at, m_offset, done, part);
        done += part;
        m_offset += part;
        if (m_offset == m_tensors[m_at].nbytes()) {
            ++m_at;
            m_offset = 0;
        }
    }
}

void ByteRow::read(torch::Tensor& bytes) {
    auto* const to = static_cast<char*>(bytes.data_ptr());
    advance(bytes.nbytes(),
            [&](std::size_t tensor, std::size_t from, std::size_t at, std::size_t count) {
                if (from == 0)
                    m_plain = m_tensors[tensor].detach().cpu().contiguous();
                std::memcpy(to + at, static_cast<const char*>(m_plain.data_ptr()) + from, count);
            });
}

void ByteRow::write(const torch::Tensor& bytes) {
    const auto* const from = static_cast<const char*>(bytes.data_ptr());
    advance(
        bytes.nbytes(), [&](std::size_t tensor, std::size_t to, std::size_t at, std::size_t count) {
            std::memcpy(static_cast<char*>(m_tensors[tensor].data_ptr()) + to, from + at, count);
        });
}

} // namespace unlit::train
