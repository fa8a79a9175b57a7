#include "core/infer/detail/detail_fit.h"

#include "core/nn/kernels/number.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstring>

namespace unlit::infer {

namespace {

/// Rows that one thread makes at a time: fixed, so that sums have one order on every machine.
constexpr std::int64_t kBandRows = 128;

/// What is summed of a pixel: 1, guide, products of the guide, value, value times guide; and
/// two that are nothing, for whole vectors.
constexpr std::int64_t kMoments = 24;
constexpr std::int64_t kGuideAt = 1;
constexpr std::int64_t kSquaresAt = 4;
constexpr std::int64_t kValueAt = 10;
constexpr std::int64_t kCrossAt = 13;

/// What is averaged of the fits: twelve coefficients, 1, and nothing, for whole vectors.
constexpr std::int64_t kFitNumbers = 16;
constexpr std::int64_t kCountAt = DetailField::kNumbers;

struct Planes {
    const float* guide;
    const float* value;
    std::int64_t height;
    std::int64_t width;
};

UNLIT_VECTOR_LOOPS void momentsOfRow(const Planes& planes, std::int64_t y, float* moments) {
    const std::int64_t plane = planes.height * planes.width;
    const float* guide = planes.guide + y * planes.width;
    const float* value = planes.value + y * planes.width;
    for (std::int64_t x = 0; x < planes.width; ++x) {
        float* m = moments + x * kMoments;
        const float g[3] = {guide[x] - kGuideCentre, guide[x + plane] - kGuideCentre,
                            guide[x + 2 * plane] - kGuideCentre};
        m[0] = 1;
        std::int64_t square = kSquaresAt;
        for (int i = 0; i < 3; ++i) {
            m[kGuideAt + i] = g[i];
            for (int j = i; j < 3; ++j)
                m[square++] = g[i] * g[j];
        }
        for (int c = 0; c < 3; ++c) {
            const float v = value[x + c * plane];
            m[kValueAt + c] = v;
            for (int i = 0; i < 3; ++i)
                m[kCrossAt + 3 * c + i] = v * g[i];
        }
        m[22] = m[23] = 0;
    }
}

/// Sums of the pixels from x - radius to x + radius, as far as there are any.
template <std::int64_t kCount>
inline __attribute__((always_inline)) void slideAlong(const float* pixels, std::int64_t width,
                                                      std::int64_t radius, float* sums) {
    float sum[kCount] = {};
    for (std::int64_t x = 0; x < std::min(radius, width); ++x)
        for (std::int64_t k = 0; k < kCount; ++k)
            sum[k] += pixels[x * kCount + k];
    for (std::int64_t x = 0; x < width; ++x) {
        if (x + radius < width)
            for (std::int64_t k = 0; k < kCount; ++k)
                sum[k] += pixels[(x + radius) * kCount + k];
        if (x - radius - 1 >= 0)
            for (std::int64_t k = 0; k < kCount; ++k)
                sum[k] -= pixels[(x - radius - 1) * kCount + k];
        for (std::int64_t k = 0; k < kCount; ++k)
            sums[x * kCount + k] = sum[k];
    }
}

UNLIT_VECTOR_LOOPS void slideMoments(const float* pixels, std::int64_t width, std::int64_t radius,
                                     float* sums) {
    slideAlong<kMoments>(pixels, width, radius, sums);
}

UNLIT_VECTOR_LOOPS void slideFits(const float* pixels, std::int64_t width, std::int64_t radius,
                                  float* sums) {
    slideAlong<kFitNumbers>(pixels, width, radius, sums);
}

UNLIT_VECTOR_LOOPS void addTo(float* sums, const float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] += row[i];
}

UNLIT_VECTOR_LOOPS void takeFrom(float* sums, const float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] -= row[i];
}

/// Sums over a window of rows that moves down; remembers the rows that are in it.
class RowWindow {
public:
    RowWindow(std::int64_t radius, std::int64_t rowFloats)
        : m_capacity(2 * radius + 1), m_floats(rowFloats),
          m_kept(static_cast<std::size_t>(m_capacity * rowFloats)),
          m_sums(static_cast<std::size_t>(rowFloats)) {}

    /// Sums of rows [begin, end), at most as many as a window has; both never fall, and no row is
    /// left out. make(y, row) writes a row that is new.
    template <class Make>
    const float* sums(std::int64_t begin, std::int64_t end, const Make& make) {
        if (m_end == m_begin)
            m_begin = m_end = begin;
        // The old ones first: their places are the new ones'.
        for (; m_begin < begin; ++m_begin)
            takeFrom(m_sums.data(), place(m_begin), m_floats);
        for (; m_end < end; ++m_end) {
            make(m_end, place(m_end));
            addTo(m_sums.data(), place(m_end), m_floats);
        }
        return m_sums.data();
    }

private:
    float* place(std::int64_t y) { return m_kept.data() + (y % m_capacity) * m_floats; }

    std::int64_t m_capacity;
    std::int64_t m_floats;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    std::vector<float> m_kept;
    std::vector<float> m_sums;
};

/// Ridge regression of one window from its sums: twelve coefficients and 1.
inline __attribute__((always_inline)) void solveWindow(const float* sums, float ridge, float* fit) {
    const float share = 1.0F / sums[0];
    const float g0 = sums[1] * share;
    const float g1 = sums[2] * share;
    const float g2 = sums[3] * share;
    // Covariance of the guide, then its factors L D L^T.
    const float c00 = sums[4] * share - g0 * g0 + ridge;
    const float c01 = sums[5] * share - g0 * g1;
    const float c02 = sums[6] * share - g0 * g2;
    const float c11 = sums[7] * share - g1 * g1 + ridge;
    const float c12 = sums[8] * share - g1 * g2;
    const float c22 = sums[9] * share - g2 * g2 + ridge;
    const float i0 = 1.0F / std::max(c00, ridge);
    const float l10 = c01 * i0;
    const float l20 = c02 * i0;
    const float i1 = 1.0F / std::max(c11 - l10 * c01, ridge);
    const float e12 = c12 - l20 * c01;
    const float l21 = e12 * i1;
    const float i2 = 1.0F / std::max(c22 - l20 * c02 - l21 * e12, ridge);
    for (int c = 0; c < 3; ++c) {
        const float mean = sums[kValueAt + c] * share;
        const float* cross = sums + kCrossAt + 3 * c;
        const float y0 = cross[0] * share - mean * g0;
        const float y1 = cross[1] * share - mean * g1 - l10 * y0;
        const float y2 = cross[2] * share - mean * g2 - l20 * y0 - l21 * y1;
        const float a2 = y2 * i2;
        const float a1 = y1 * i1 - l21 * a2;
        const float a0 = y0 * i0 - l10 * a1 - l20 * a2;
        fit[4 * c] = a0;
        fit[4 * c + 1] = a1;
        fit[4 * c + 2] = a2;
        fit[4 * c + 3] = mean - a0 * g0 - a1 * g1 - a2 * g2;
    }
    fit[kCountAt] = 1;
    for (std::int64_t k = kCountAt + 1; k < kFitNumbers; ++k)
        fit[k] = 0;
}

UNLIT_VECTOR_LOOPS void solveRow(const float* sums, std::int64_t width, float ridge, float* fits) {
    for (std::int64_t x = 0; x < width; ++x)
        solveWindow(sums + x * kMoments, ridge, fits + x * kFitNumbers);
}

/// Mean of the fits around one pixel.
void writeNode(const float* sums, float* node) {
    const float share = 1.0F / sums[kCountAt];
    for (std::int64_t k = 0; k < DetailField::kNumbers; ++k)
        node[k] = sums[k] * share;
}

/// Makes the nodes of some rows. Its sums begin anew in each band, so that bands know nothing of
/// each other.
class FitBand {
public:
    FitBand(const Planes& planes, const DetailWindow& window)
        : m_planes(planes), m_window(window), m_moments(window.radius, planes.width * kMoments),
          m_fits(window.radius, planes.width * kFitNumbers),
          m_row(static_cast<std::size_t>(planes.width * kMoments)) {}

    /// Nodes on rows [begin, end) of the fitted picture.
    void make(std::int64_t begin, std::int64_t end, DetailField& field) {
        const std::int64_t spacing = m_window.spacing;
        for (std::int64_t y = (begin + spacing - 1) / spacing * spacing; y < end; y += spacing) {
            const float* sums = m_fits.sums(
                firstOf(y), endOf(y), [this](std::int64_t row, float* fits) { fit(row, fits); });
            float* nodes = field.nodes.data() + y / spacing * field.width * DetailField::kNumbers;
            for (std::int64_t x = 0; x < field.width; ++x)
                writeNode(sums + x * spacing * kFitNumbers, nodes + x * DetailField::kNumbers);
        }
    }

private:
    std::int64_t firstOf(std::int64_t y) const {
        return std::max<std::int64_t>(0, y - m_window.radius);
    }

    std::int64_t endOf(std::int64_t y) const {
        return std::min(m_planes.height, y + m_window.radius + 1);
    }

    /// Fits of one row, summed along it.
    void fit(std::int64_t y, float* fits) {
        const float* sums =
            m_moments.sums(firstOf(y), endOf(y), [this](std::int64_t row, float* moments) {
                momentsOfRow(m_planes, row, m_row.data());
                slideMoments(m_row.data(), m_planes.width, m_window.radius, moments);
            });
        solveRow(sums, m_planes.width, m_window.ridge, m_row.data());
        slideFits(m_row.data(), m_planes.width, m_window.radius, fits);
    }

    const Planes& m_planes;
    const DetailWindow& m_window;
    RowWindow m_moments;
    RowWindow m_fits;
    std::vector<float> m_row;
};

std::int64_t nodesAlong(std::int64_t pixels, std::int64_t spacing) {
    return (pixels + spacing - 1) / spacing;
}

void requirePlanes(const torch::Tensor& planes, std::int64_t height, std::int64_t width) {
    TORCH_CHECK(planes.scalar_type() == torch::kFloat32 && planes.is_contiguous() &&
                    planes.device().is_cpu() && planes.size(-2) == height &&
                    planes.size(-1) == width,
                "planes to be fitted are of one size, float32, contiguous, on the CPU");
}

} // namespace

DetailField fitDetail(const torch::Tensor& guide_3HW, const torch::Tensor& value_3HW,
                      const DetailWindow& window) {
    const Planes planes{.guide = guide_3HW.data_ptr<float>(),
                        .value = value_3HW.data_ptr<float>(),
                        .height = guide_3HW.size(1),
                        .width = guide_3HW.size(2)};
    for (const torch::Tensor& given : {guide_3HW, value_3HW})
        requirePlanes(given, planes.height, planes.width);
    DetailField field{.height = nodesAlong(planes.height, window.spacing),
                      .width = nodesAlong(planes.width, window.spacing),
                      .fitted = {planes.height, planes.width},
                      .spacing = window.spacing,
                      .nodes = {}};
    field.nodes.resize(
        static_cast<std::size_t>(field.height * field.width * DetailField::kNumbers));
    const std::int64_t bands = (planes.height + kBandRows - 1) / kBandRows;
    at::parallel_for(0, bands, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t band = first; band < last; ++band)
            FitBand(planes, window)
                .make(band * kBandRows, std::min(planes.height, (band + 1) * kBandRows), field);
    });
    return field;
}

} // namespace unlit::infer
