// The first pictures of a synthetic set, small, as they are rendered.
#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

namespace unlit::ui {

/// GUI thread.
class LookGrid : public QWidget {
    Q_OBJECT

public:
    static constexpr int kCount = 6;
    static constexpr int kSidePx = 144; ///< that a picture is rendered with

    explicit LookGrid(QWidget* parent = nullptr);

    /// What is on show fades until the new pictures come.
    void setWaiting();
    void setLook(int index, const QImage& pair, const QString& text);

    bool isWaiting() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Look {
        QImage pair; ///< beauty and albedo beside each other
        QString text;
        bool isOld = true;
    };

    QRectF cellOf(int index) const;
    void paintLook(QPainter& painter, const QRectF& cell, const Look& look) const;

    std::vector<Look> m_looks;
};

} // namespace unlit::ui
