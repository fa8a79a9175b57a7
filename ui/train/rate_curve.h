// The learning rate of a run over its steps, past and to come, as a small picture.
#pragma once

#include "core/config/train_config.h"

#include <QPointF>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace unlit::ui {

/// Of the steps from `first` up to, without, `end`: a few hundred points, the first and the last
/// step included, and of each stretch of steps the one with the highest rate.
std::vector<QPointF> ratesOf(const config::TrainConfig& config, std::int64_t first,
                             std::int64_t end);

/// Paints rates; a dashed line stands where the further steps begin. GUI thread.
class RateCurve : public QWidget {
    Q_OBJECT

public:
    explicit RateCurve(QWidget* parent = nullptr);

    /// `from`: the first further step. Nothing is painted for less than two points.
    void show(std::vector<QPointF> rates, std::int64_t from);

    const std::vector<QPointF>& rates() const { return m_rates; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QPointF> m_rates;
    std::int64_t m_from = 0;
};

} // namespace unlit::ui
