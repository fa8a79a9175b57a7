// One picture as the viewer draws it: its levels, exposure or heat colours, and the tiles already
// made.
#pragma once

#include "ui/bridge/display_curve.h"
#include "ui/viewer/mip_image.h"

#include <QCache>
#include <QImage>
#include <QRectF>

#include <memory>
#include <optional>

namespace unlit::ui {

/// How numbers become colours.
struct PictureStyle {
    double exposureEv = 0;
    std::optional<double> heatTop; ///< set: the mean of the channels in heat colours, white at this

    bool operator==(const PictureStyle&) const = default;
};

/// GUI thread. Converts only tiles that are looked at, once.
class PictureLayer {
public:
    PictureLayer();

    void setPicture(std::shared_ptr<const MipImage> mip);
    void setStyle(const PictureStyle& style);

    const std::shared_ptr<const MipImage>& mip() const { return m_mip; }

    bool isEmpty() const { return m_mip == nullptr; }

    /// What is seen of the picture in a view of `viewSize` device pixels when the whole picture
    /// covers `pictureRect` there. Transparent outside the picture.
    QImage render(const QRectF& pictureRect, const QSize& viewSize);

private:
    struct TileKey {
        int level = 0;
        int column = 0;
        int row = 0;
        bool operator==(const TileKey&) const = default;

        friend std::size_t qHash(const TileKey& key, std::size_t seed) {
            return qHashMulti(seed, key.level, key.column, key.row);
        }
    };

    const QImage& tile(const TileKey& key);
    QImage makeTile(const TileKey& key) const;
    /// The rectangle of a level put together from its tiles.
    QImage assemble(int level, const QRect& rect);

    std::shared_ptr<const MipImage> m_mip;
    PictureStyle m_style;
    std::unique_ptr<DisplayCurve> m_curve;
    std::unique_ptr<HeatCurve> m_heat;
    QCache<TileKey, QImage> m_tiles;
};

/// Absolute difference of two rendered views, four times as strong; where either is transparent the
/// result is too.
QImage differenceOf(const QImage& a, const QImage& b);

} // namespace unlit::ui
