// What one or several views of pictures share: place, tone, way of comparing. Views that hold the
// same state move, brighten and wipe together.
#pragma once

#include "ui/viewer/derived_sources.h"
#include "ui/viewer/view_geometry.h"
#include "ui/viewer/view_transform.h"
#include "ui/viewer/wipe_line.h"

#include <QObject>

namespace unlit::ui {

enum class CompareMode { Wipe, Side, Flip, Difference };

/// GUI thread.
class ViewState : public QObject {
    Q_OBJECT

public:
    static constexpr double kExposureStep = 0.5; ///< stops; tev's
    static constexpr double kOffsetStep = 0.1;   ///< of white; tev's
    static constexpr double kGammaStep = 0.1;
    static constexpr double kMostExposure = 16;
    static constexpr double kMostOffset = 10;
    static constexpr double kLeastGamma = 0.1;
    static constexpr double kMostGamma = 10;
    static constexpr double kMostPaint = 10; ///< that an upper limit of paint may be

    explicit ViewState(QObject* parent = nullptr) : QObject(parent) {}

    const ViewPlace& place() const { return m_place; }

    const ToneSettings& tone() const { return m_tone; }

    CompareMode mode() const { return m_mode; }

    const WipeLine& wipe() const { return m_wipe; }

    /// Flipping shows the first picture instead of the second.
    bool isFlipped() const { return m_isFlipped; }

    DifferenceKind difference() const { return m_difference; }

    void setPlace(const ViewPlace& place);
    void setTone(const ToneSettings& tone);
    void setMode(CompareMode mode);
    void setWipe(const WipeLine& wipe);
    void setDifference(DifferenceKind kind);

    void setExposure(double ev);
    void setOffset(double offset);
    void setGamma(double gamma);
    /// Exposure, offset and gamma to what leaves numbers as they are.
    void resetLight();
    /// Exposure and offset so that `low` … `high` become black … white. Nothing where they are
    /// equal.
    void normalize(double low, double high);
    void setChannel(ChannelView channel);
    /// The next or previous channel, around.
    void stepChannel(int step);
    void setFalseColor(std::optional<ColorMapKind> map);
    /// None, then each map, around.
    void stepFalseColor(int step);
    void setMarksClipping(bool marks);
    void setMarksLightless(bool marks);
    void setMarksPaint(bool marks);
    /// Reflectance; nothing unless 0 <= low < high <= kMostPaint.
    void setPaintLimits(const PaintLimits& limits);
    void stepDifference(int step);
    /// Goes to flipping; turns the pictures where it is on already.
    void flip();

signals:
    void placeChanged();
    void toneChanged();
    /// Mode, kind of difference, which picture is on top.
    void compareChanged();
    void wipeChanged();

private:
    ViewPlace m_place;
    ToneSettings m_tone;
    CompareMode m_mode = CompareMode::Wipe;
    WipeLine m_wipe;
    DifferenceKind m_difference = DifferenceKind::Absolute;
    bool m_isFlipped = false;
};

QString channelName(ChannelView channel);
QString differenceName(DifferenceKind kind);

} // namespace unlit::ui
