#include "core/nn/kernels/int8_products.h"

#include "core/nn/kernels/int8_loops.h"
#include "core/nn/kernels/raw_numbers.h"
#include "core/nn/kernels/rounded_up.h"
#include "core/nn/kernels/row_loops.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace unlit::nn {

namespace {

/// Numbers of the rows that a thread works on at a time: half of a second-level cache.
constexpr int64_t kRowNumbers = 1 << 17;
constexpr int64_t kMostRows = 192;

/// The largest whole number of a row with which a sum over `inputs` products fits 32 bits.
int32_t mostOfRow(int64_t inputs) {
    const int64_t most =
        std::numeric_limits<int32_t>::max() / (kMostInt8Weight * std::max<int64_t>(1, inputs));
    return static_cast<int32_t>(std::min<int64_t>(std::numeric_limits<int16_t>::max(), most));
}

/// Rows of a tensor as they lie in memory.
template <class Number>
struct PlainRows {
    const Number* numbers;
    int64_t length;

    /// Row `index` as floats, `scratch` where they have to be made.
    const float* at(int64_t index, float* scratch) const {
        const Number* row = numbers + index * length;
        if constexpr (std::is_same_v<Number, float>)
            return row;
        for (int64_t i = 0; i < length; ++i)
            scratch[i] = toFloat(row[i]);
        return scratch;
    }
};

/// What a window sees of each pixel of a convolution's result: rows, columns, channels.
template <class Number>
struct WindowRows {
    const Number* pixels; ///< channels last
    int64_t height, width, channels;
    int64_t outHeight, outWidth;
    ConvWindow window;

    const float* at(int64_t index, float* scratch) const {
        const int64_t sample = index / (outHeight * outWidth);
        const int64_t top = index / outWidth % outHeight * window.stride - window.padding;
        const int64_t left = index % outWidth * window.stride - window.padding;
        float* to = scratch;
        for (int64_t y = top; y < top + window.kernel; ++y)
            for (int64_t x = left; x < left + window.kernel; ++x, to += channels) {
                if (y < 0 || y >= height || x < 0 || x >= width) {
                    std::fill_n(to, channels, 0.0F);
                    continue;
                }
                const Number* pixel = pixels + ((sample * height + y) * width + x) * channels;
                for (int64_t c = 0; c < channels; ++c)
                    to[c] = toFloat(pixel[c]);
            }
        return scratch;
    }
};

/// One product: which rows and panels a thread takes at a time.
struct Shares {
    Shares(int64_t rows, const Int8Matrix& matrix) : panels(matrix.panels.size(0)) {
        const int64_t threads = at::get_num_threads();
        const int64_t most = std::clamp(kRowNumbers / (2 * matrix.pairs()), kInt8Rows, kMostRows);
        const int64_t fair = roundedUp((rows + most - 1) / most, threads); // as many for each
        blockRows = roundedUp((rows + fair - 1) / fair, kInt8Rows);
        blocks = (rows + blockRows - 1) / blockRows;
        // Few rows: threads share the outputs in place of the rows.
        parts = std::min(panels, std::max<int64_t>(1, threads / std::max<int64_t>(1, blocks)));
    }

    int64_t count() const { return blocks * parts; }

    int64_t panels, blockRows = 0, blocks = 0, parts = 1;
};

/// y[rows, outputs] = rows * matrix + bias.
template <class Rows, class Number>
void multiply(const Rows& source, int64_t rows, const Int8Matrix& matrix, const float* bias,
              const Int8Loops& loops, Number* y) {
    if (rows == 0)
        return;
    const Shares shares(rows, matrix);
    const int64_t pairs = matrix.pairs(), length = 2 * pairs;
    const int32_t most = mostOfRow(matrix.inputs);
    const auto* weights = matrix.panels.data_ptr<int8_t>();
    const auto* scales = matrix.scales.data_ptr<float>();
    at::parallel_for(0, shares.count(), 1, [&](int64_t begin, int64_t end) {
        // Zeros where rows and inputs are padded.
        std::vector<int16_t> whole(static_cast<size_t>(shares.blockRows * length));
        std::vector<float> scratch(static_cast<size_t>(matrix.inputs));
        std::vector<float> rowScales(static_cast<size_t>(shares.blockRows));
        std::vector<int32_t> sums(static_cast<size_t>(shares.blockRows * kInt8Outputs));
        for (int64_t share = begin; share < end; ++share) {
            const int64_t first = share / shares.parts * shares.blockRows;
            const int64_t count = std::min(shares.blockRows, rows - first);
            for (int64_t row = 0; row < count; ++row)
                rowScales[static_cast<size_t>(row)] =
                    wholeNumbers(source.at(first + row, scratch.data()), matrix.inputs, most,
                                 whole.data() + row * length);
            const int64_t part = share % shares.parts;
            for (int64_t panel = part * shares.panels / shares.parts;
                 panel < (part + 1) * shares.panels / shares.parts; ++panel) {
                loops.multiply(whole.data(), length, roundedUp(count, kInt8Rows),
                               weights + panel * pairs * 2 * kInt8Outputs, pairs, sums.data());
                const int64_t output = panel * kInt8Outputs;
                const int64_t outputs = std::min(kInt8Outputs, matrix.outputs - output);
                scaleSums(
                    sums.data(), kInt8Outputs, count, outputs,
                    {rowScales.data(), scales + output, bias == nullptr ? nullptr : bias + output},
                    y + first * matrix.outputs + output, matrix.outputs);
            }
        }
    });
}

/// The loops read plain memory: what does not fit would be read beyond its end, or as other
/// numbers.
void requireFit(const torch::Tensor& x, int64_t inputs, const Int8Matrix& matrix) {
    TORCH_CHECK(x.scalar_type() == torch::kFloat32 || x.scalar_type() == torch::kBFloat16,
                "weights of 8 bits are multiplied with float32 or bfloat16, not with ",
                x.scalar_type());
    TORCH_CHECK(x.is_cpu() && inputs == matrix.inputs, "a matrix of 8 bits takes ", matrix.inputs,
                " inputs on the processor, not ", inputs, " on ", x.device());
}

torch::Tensor inFloats(const torch::Tensor& bias) {
    return bias.defined() ? bias.to(torch::kFloat32).contiguous() : bias;
}

const float* dataOf(const torch::Tensor& bias) {
    return bias.defined() ? bias.data_ptr<float>() : nullptr;
}

} // namespace

torch::Tensor int8LinearOf(const torch::Tensor& input, const Int8Matrix& matrix,
                           const torch::Tensor& bias, const Int8Loops& loops) {
    requireFit(input, input.size(-1), matrix);
    const torch::Tensor x = input.contiguous(), offsets = inFloats(bias);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = matrix.outputs;
    torch::Tensor y = torch::empty(shape, x.options());
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        multiply(PlainRows<Number>{readable<Number>(x), matrix.inputs}, x.numel() / matrix.inputs,
                 matrix, dataOf(offsets), loops, writable<Number>(y));
    });
    return y;
}

torch::Tensor int8LinearOf(const torch::Tensor& x, const Int8Matrix& matrix,
                           const torch::Tensor& bias) {
    return int8LinearOf(x, matrix, bias, int8Loops().front());
}

torch::Tensor int8Conv2dOf(const torch::Tensor& x_NCHW, const Int8Matrix& matrix,
                           const torch::Tensor& bias, const ConvWindow& window) {
    requireFit(x_NCHW, x_NCHW.size(1) * window.kernel * window.kernel, matrix);
    const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
    const torch::Tensor offsets = inFloats(bias);
    const auto outSide = [&window](int64_t side) {
        return (side + 2 * window.padding - window.kernel) / window.stride + 1;
    };
    const int64_t height = outSide(x.size(2)), width = outSide(x.size(3));
    torch::Tensor y = torch::empty({x.size(0), matrix.outputs, height, width},
                                   x.options().memory_format(torch::MemoryFormat::ChannelsLast));
    const int64_t rows = x.size(0) * height * width;
    withNumber(x, [&](auto number) {
        using Number = decltype(number);
        const Number* pixels = readable<Number>(x);
        if (window.kernel == 1 && window.stride == 1 && window.padding == 0)
            multiply(PlainRows<Number>{pixels, matrix.inputs}, rows, matrix, dataOf(offsets),
                     int8Loops().front(), writable<Number>(y));
        else
            multiply(
                WindowRows<Number>{pixels, x.size(2), x.size(3), x.size(1), height, width, window},
                rows, matrix, dataOf(offsets), int8Loops().front(), writable<Number>(y));
    });
    return y;
}

} // namespace unlit::nn
