#include "core/options/infer_options.h"

#include "core/base/number_text.h"
#include "core/options/attention_heads.h"

#include <array>
#include <utility>

namespace unlit {

namespace {

template <class E, std::size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<Reduction, 2> kReductions = {
    {{Reduction::Median, "median"}, {Reduction::Mean, "mean"}}};
constexpr Names<Resample, 3> kResamples = {{{Resample::Bilinear, "bilinear"},
                                            {Resample::Bicubic, "bicubic"},
                                            {Resample::Nearest, "nearest"}}};
constexpr Names<ResizeConvention, 3> kConventions = {{{ResizeConvention::Marigold, "marigold"},
                                                      {ResizeConvention::Diffusers, "diffusers"},
                                                      {ResizeConvention::Unlit, "unlit"}}};
constexpr Names<ConcatOrder, 2> kOrders = {
    {{ConcatOrder::NoisyFirst, "noisy_first"}, {ConcatOrder::ImageFirst, "image_first"}}};
constexpr Names<Precision, 5> kPrecisions = {{{Precision::Auto, "auto"},
                                              {Precision::Float32, "float32"},
                                              {Precision::BFloat16, "bfloat16"},
                                              {Precision::Float16, "float16"},
                                              {Precision::Int8, "int8"}}};

constexpr Names<AttentionSlicing, 3> kSlicings = {{{AttentionSlicing::Off, "off"},
                                                   {AttentionSlicing::Auto, "auto"},
                                                   {AttentionSlicing::Max, "max"}}};

constexpr Names<TileMode, 3> kTileModes = {
    {{TileMode::Off, "off"}, {TileMode::Auto, "auto"}, {TileMode::On, "on"}}};

constexpr Names<DetailMode, 2> kDetailModes = {
    {{DetailMode::Off, "off"}, {DetailMode::Guided, "guided"}}};

constexpr Names<KeepBlack, 2> kKeepBlacks = {{{KeepBlack::Off, "off"}, {KeepBlack::Auto, "auto"}}};

template <class E, std::size_t N>
std::string_view nameOf(const Names<E, N>& names, E value) {
    for (const auto& [known, name] : names)
        if (known == value)
            return name;
    return {};
}

template <class E, std::size_t N>
std::optional<E> valueOf(const Names<E, N>& names, std::string_view name) {
    for (const auto& [value, known] : names)
        if (known == name)
            return value;
    return {};
}

} // namespace

std::string_view toString(Reduction value) {
    return nameOf(kReductions, value);
}

std::string_view toString(Resample value) {
    return nameOf(kResamples, value);
}

std::string_view toString(ResizeConvention value) {
    return nameOf(kConventions, value);
}

std::string_view toString(ConcatOrder value) {
    return nameOf(kOrders, value);
}

std::string_view toString(Precision value) {
    return nameOf(kPrecisions, value);
}

std::string_view toString(AttentionSlicing value) {
    return nameOf(kSlicings, value);
}

std::string_view toString(TileMode value) {
    return nameOf(kTileModes, value);
}

std::string_view toString(DetailMode value) {
    return nameOf(kDetailModes, value);
}

std::string_view toString(KeepBlack value) {
    return nameOf(kKeepBlacks, value);
}

std::optional<Reduction> reductionFromString(std::string_view name) {
    return valueOf(kReductions, name);
}

std::optional<ResizeConvention> resizeConventionFromString(std::string_view name) {
    return valueOf(kConventions, name);
}

std::optional<ConcatOrder> concatOrderFromString(std::string_view name) {
    return valueOf(kOrders, name);
}

std::optional<AttentionSlicing> attentionSlicingFromString(std::string_view name) {
    if (const auto named = valueOf(kSlicings, name))
        return named;
    const auto heads = numberIn<int>(name);
    if (!heads || *heads < 1 || *heads > kMostSliceHeads)
        return {};
    return slicingByHeads(*heads);
}

} // namespace unlit
