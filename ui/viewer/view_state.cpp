#include "ui/viewer/view_state.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

int around(int value, int count) {
    return (value % count + count) % count;
}

} // namespace

void ViewState::setPlace(const ViewPlace& place) {
    if (place == m_place)
        return;
    m_place = place;
    emit placeChanged();
}

void ViewState::setTone(const ToneSettings& tone) {
    ToneSettings bounded = tone;
    LightAdjustment& light = bounded.light;
    light.exposureEv = std::clamp(light.exposureEv, -kMostExposure, kMostExposure);
    light.offset = std::clamp(light.offset, -kMostOffset, kMostOffset);
    light.gamma = std::clamp(light.gamma, kLeastGamma, kMostGamma);
    if (bounded == m_tone)
        return;
    m_tone = bounded;
    emit toneChanged();
}

void ViewState::setMode(CompareMode mode) {
    if (mode == m_mode)
        return;
    m_mode = mode;
    emit compareChanged();
}

void ViewState::setWipe(const WipeLine& wipe) {
    const WipeLine bounded{std::clamp(wipe.position, 0.0, 1.0), wipe.angleDegrees};
    if (bounded == m_wipe)
        return;
    m_wipe = bounded;
    emit wipeChanged();
}

void ViewState::setDifference(DifferenceKind kind) {
    if (kind == m_difference)
        return;
    m_difference = kind;
    emit compareChanged();
}

void ViewState::setExposure(double ev) {
    ToneSettings tone = m_tone;
    tone.light.exposureEv = ev;
    setTone(tone);
}

void ViewState::setOffset(double offset) {
    ToneSettings tone = m_tone;
    // Steps of a tenth must come back to exactly 0.
    tone.light.offset = std::round(offset * 1e6) / 1e6;
    setTone(tone);
}

void ViewState::setGamma(double gamma) {
    ToneSettings tone = m_tone;
    tone.light.gamma = std::round(gamma * 1e6) / 1e6;
    setTone(tone);
}

void ViewState::resetLight() {
    ToneSettings tone = m_tone;
    tone.light = {};
    setTone(tone);
}

void ViewState::normalize(double low, double high) {
    if (!(high > low))
        return;
    ToneSettings tone = m_tone;
    tone.light.exposureEv = -std::log2(high - low);
    tone.light.offset = -low / (high - low);
    setTone(tone);
}

void ViewState::setChannel(ChannelView channel) {
    ToneSettings tone = m_tone;
    tone.channel = channel;
    setTone(tone);
}

void ViewState::stepChannel(int step) {
    const int count = static_cast<int>(kChannelViews.size());
    setChannel(static_cast<ChannelView>(around(static_cast<int>(m_tone.channel) + step, count)));
}

void ViewState::setFalseColor(std::optional<ColorMapKind> map) {
    ToneSettings tone = m_tone;
    tone.falseColor = map;
    setTone(tone);
}

void ViewState::stepFalseColor(int step) {
    const int count = static_cast<int>(kColorMaps.size()) + 1; // 0 is none
    const int now = m_tone.falseColor ? static_cast<int>(*m_tone.falseColor) + 1 : 0;
    const int next = around(now + step, count);
    setFalseColor(next == 0 ? std::nullopt
                            : std::optional(kColorMaps[static_cast<std::size_t>(next - 1)]));
}

void ViewState::setMarksClipping(bool marks) {
    ToneSettings tone = m_tone;
    tone.marksClipping = marks;
    setTone(tone);
}

void ViewState::setMarksLightless(bool marks) {
    ToneSettings tone = m_tone;
    tone.marksLightless = marks;
    setTone(tone);
}

void ViewState::setMarksPaint(bool marks) {
    ToneSettings tone = m_tone;
    tone.marksPaint = marks;
    setTone(tone);
}

void ViewState::setPaintLimits(const PaintLimits& limits) {
    if (!(limits.low >= 0) || !(limits.high > limits.low) || !(limits.high <= kMostPaint))
        return;
    ToneSettings tone = m_tone;
    tone.paintLimits = limits;
    setTone(tone);
}

void ViewState::stepDifference(int step) {
    setDifference(static_cast<DifferenceKind>(around(static_cast<int>(m_difference) + step, 3)));
}

void ViewState::flip() {
    if (m_mode == CompareMode::Flip) {
        m_isFlipped = !m_isFlipped;
        emit compareChanged();
    } else {
        setMode(CompareMode::Flip);
    }
}

QString channelName(ChannelView channel) {
    switch (channel) {
    case ChannelView::Color:
        return ViewState::tr("RGB");
    case ChannelView::Red:
        return ViewState::tr("Red");
    case ChannelView::Green:
        return ViewState::tr("Green");
    case ChannelView::Blue:
        return ViewState::tr("Blue");
    case ChannelView::Alpha:
        return ViewState::tr("Alpha");
    case ChannelView::Luminance:
        break;
    }
    return ViewState::tr("Luminance");
}

QString differenceName(DifferenceKind kind) {
    switch (kind) {
    case DifferenceKind::Signed:
        return ViewState::tr("Signed");
    case DifferenceKind::Absolute:
        return ViewState::tr("Absolute");
    case DifferenceKind::Relative:
        break;
    }
    return ViewState::tr("Relative");
}

} // namespace unlit::ui
