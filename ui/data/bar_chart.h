// Counts as bars over a scale: how albedo, light and sizes of a set are spread.
#pragma once

#include "core/data/histogram.h"

#include <QWidget>

#include <functional>

namespace unlit::ui {

/// GUI thread.
class BarChart : public QWidget {
    Q_OBJECT

public:
    explicit BarChart(const QString& title, QWidget* parent = nullptr);

    /// `text` says a number of the scale; `unit` stands at its end.
    void setScale(std::function<QString(double)> text, const QString& unit);
    void setHistogram(const data::Histogram& histogram);
    /// One line under the title.
    void setSummary(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plotArea() const;
    void paintBars(QPainter& painter, const QRectF& area) const;
    void paintScale(QPainter& painter, const QRectF& area) const;
    QString binText(const QPointF& place) const;

    QString m_title;
    QString m_summary;
    QString m_unit;
    std::function<QString(double)> m_text;
    data::Histogram m_histogram;
};

} // namespace unlit::ui
