#include "core/infer/detail/guided_detail.h"

#include "core/base/large_pages.h"
#include "core/image/color/color.h"
#include "core/infer/detail/detail_rows.h"
#include "core/infer/detail/log_light.h"
#include "core/nn/kernels/number.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>

namespace unlit::infer {

namespace {

constexpr std::int64_t kColors = 3;

torch::Tensor through(const CurveTable& curve, const torch::Tensor& values) {
    const torch::Tensor given = values.contiguous();
    torch::Tensor result = torch::empty_like(given);
    curve.apply(given.data_ptr<float>(), given.numel(), result.data_ptr<float>());
    return result;
}

/// Whether a rule is about the logarithm of the target's light.
bool isLogRule(DetailRule rule) {
    return rule != DetailRule::Value;
}

/// The same picture in scene-linear light.
torch::Tensor toLight(const torch::Tensor& values, ColorSpace space) {
    if (space == ColorSpace::Linear)
        return values;
    return through(CurveTable::fromLog(ColorSpace::Linear),
                   through(CurveTable::toLog(space), values));
}

std::optional<Explanation> explanationOf(const torch::Tensor& picture_3HW,
                                         const torch::Tensor& targets_K3HW,
                                         const std::vector<DetailTarget>& targets,
                                         ColorSpace transfer) {
    std::vector<torch::Tensor> light;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const torch::Tensor values = targets_K3HW[static_cast<std::int64_t>(i)];
        light.push_back(isLogRule(targets[i].rule) ? toLight(values, targets[i].space) : values);
    }
    return findExplanation(toLight(picture_3HW, transfer), torch::stack(light), targets);
}

UNLIT_VECTOR_LOOPS void takeFromRow(const float* __restrict__ from, std::int64_t count,
                                    float* __restrict__ values) {
    for (std::int64_t x = 0; x < count; ++x)
        values[x] = from[x] - values[x];
}

/// Three rows of floats of one picture's width.
class ColorRows {
public:
    explicit ColorRows(std::int64_t width)
        : m_width(width), m_values(static_cast<std::size_t>(kColors * width)) {}

    float* operator[](std::int64_t color) { return m_values.data() + color * m_width; }

    std::array<float*, kColors> rows() { return {(*this)[0], (*this)[1], (*this)[2]}; }

    std::array<const float*, kColors> read() const {
        return {m_values.data(), m_values.data() + m_width, m_values.data() + 2 * m_width};
    }

    std::int64_t width() const { return m_width; }

private:
    std::int64_t m_width;
    std::vector<float> m_values;
};

/// Planes of a contiguous [3, H, W].
struct RowSource {
    const float* data = nullptr;
    std::int64_t plane = 0;
    std::int64_t width = 0;

    explicit RowSource(const torch::Tensor& planes_3HW)
        : data(planes_3HW.data_ptr<float>()), plane(planes_3HW.size(1) * planes_3HW.size(2)),
          width(planes_3HW.size(2)) {}

    void read(std::int64_t y, const CurveTable& curve, ColorRows& rows) const {
        for (std::int64_t c = 0; c < kColors; ++c)
            curve.apply(data + c * plane + y * width, width, rows[c]);
    }
};

/// What one pass over a picture needs, made once.
struct Curves {
    CurveTable pictureToLog;
    CurveTable logToLight = CurveTable::fromLog(ColorSpace::Linear);
    std::vector<CurveTable> logToTarget;
};

Curves curvesFor(const std::vector<DetailTarget>& targets, ColorSpace transfer) {
    Curves curves{.pictureToLog = CurveTable::toLog(transfer), .logToTarget = {}};
    for (const DetailTarget& target : targets)
        curves.logToTarget.push_back(
            CurveTable::fromLog(isLogRule(target.rule) ? target.space : ColorSpace::Log100));
    return curves;
}

/// One thread's rows of all targets.
class RowMaker {
public:
    RowMaker(const std::vector<DetailTarget>& targets, const std::vector<DetailRows>& fields,
             const std::optional<Explanation>& explanation, const Curves& curves,
             const RowSource& picture)
        : m_targets(targets), m_fields(fields), m_explanation(explanation), m_curves(curves),
          m_picture(picture), m_pictureRow(picture.width),
          m_values(targets.size(), ColorRows(picture.width)) {}

    void make(std::int64_t y, const std::vector<torch::Tensor>& targets_3HW, std::int64_t plane) {
        m_picture.read(y, m_curves.pictureToLog, m_pictureRow);
        const auto guide = m_pictureRow.read();
        for (std::size_t k = 0; k < m_targets.size(); ++k) {
            const auto values = m_values[k].rows();
            m_fields[k].row(y, guide.data(), m_between, values.data());
            if (m_targets[k].rule == DetailRule::Paint)
                takeFrom(m_pictureRow, m_values[k]);
        }
        if (m_explanation)
            explain(m_pictureRow);
        for (std::size_t k = 0; k < m_targets.size(); ++k)
            for (std::int64_t c = 0; c < kColors; ++c)
                m_curves.logToTarget[k].apply(m_values[k][c], m_picture.width,
                                              targets_3HW[k].data_ptr<float>() + c * plane +
                                                  y * m_picture.width);
    }

private:
    /// The light that was taken off becomes the paint that is left.
    void takeFrom(const ColorRows& picture, ColorRows& values) const {
        const auto log = picture.read();
        for (std::int64_t c = 0; c < kColors; ++c) {
            const float* from = log[static_cast<std::size_t>(c)];
            float* value = values[c];
            takeFromRow(from, m_picture.width, value);
        }
    }

    void explain(const ColorRows& picture) {
        const auto log = picture.read();
        for (std::int64_t c = 0; c < kColors; ++c) {
            const float* albedo = m_values[m_explanation->albedo][c];
            const float* rest = m_explanation->rest ? m_values[*m_explanation->rest][c] : nullptr;
            float* shading = m_values[m_explanation->light][c];
            const float* from = log[static_cast<std::size_t>(c)];
            for (std::int64_t x = 0; x < m_picture.width; ++x)
                shading[x] = encodeDisplay(
                    m_explanation->shadingOf(lightOf(from[x]), lightOf(albedo[x]),
                                             rest == nullptr ? 0.0F : lightOf(rest[x])),
                    ColorSpace::Log100);
        }
    }

    float lightOf(float log) const {
        float light = 0;
        m_curves.logToLight.apply(&log, 1, &light);
        return light;
    }

    const std::vector<DetailTarget>& m_targets;
    const std::vector<DetailRows>& m_fields;
    const std::optional<Explanation>& m_explanation;
    const Curves& m_curves;
    RowSource m_picture;
    ColorRows m_pictureRow;
    std::vector<ColorRows> m_values;
    std::vector<float> m_between;
};

} // namespace

GuidedDetail GuidedDetail::fit(const torch::Tensor& picture_3HW, const torch::Tensor& targets_K3HW,
                               const std::vector<DetailTarget>& targets, ColorSpace transfer,
                               const DetailWindow& window) {
    GuidedDetail detail;
    detail.m_targets = targets;
    detail.m_transfer = transfer;
    const torch::Tensor guide = through(CurveTable::toLog(transfer), picture_3HW);
    for (std::size_t k = 0; k < targets.size(); ++k) {
        torch::Tensor values = targets_K3HW[static_cast<std::int64_t>(k)].contiguous();
        if (isLogRule(targets[k].rule))
            values = through(CurveTable::toLog(targets[k].space), values);
        if (targets[k].rule == DetailRule::Paint)
            values = guide - values;
        detail.m_fields.push_back(fitDetail(guide, values, window));
    }
    detail.m_explanation = explanationOf(picture_3HW, targets_K3HW, targets, transfer);
    return detail;
}

torch::Tensor GuidedDetail::apply(const torch::Tensor& picture_3HW) const {
    torch::Tensor result = torch::empty({static_cast<std::int64_t>(m_targets.size()), kColors,
                                         picture_3HW.size(1), picture_3HW.size(2)});
    preferLargePages(result.data_ptr(), result.nbytes());
    apply(picture_3HW, result.unbind());
    return result;
}

void GuidedDetail::apply(const torch::Tensor& picture_3HW,
                         const std::vector<torch::Tensor>& targets_3HW) const {
    const torch::Tensor picture = picture_3HW.contiguous();
    const std::int64_t height = picture.size(1);
    const std::int64_t width = picture.size(2);
    std::vector<DetailRows> fields;
    for (const DetailField& field : m_fields)
        fields.emplace_back(field, PixelSize{height, width});
    const Curves curves = curvesFor(m_targets, m_transfer);
    constexpr std::int64_t kRowsAtOnce = 16;
    at::parallel_for(0, height, kRowsAtOnce, [&](std::int64_t begin, std::int64_t end) {
        RowMaker maker(m_targets, fields, m_explanation, curves, RowSource(picture));
        for (std::int64_t y = begin; y < end; ++y)
            maker.make(y, targets_3HW, height * width);
    });
}

} // namespace unlit::infer
