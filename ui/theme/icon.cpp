#include "ui/theme/icon.h"

#include "ui/theme/theme_tokens.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace unlit::ui {

namespace {

void paintIcon(QPainter& painter, const QString& name, const QColor& color, const QRectF& rect) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return;
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(svg);
    renderer.render(&painter, rect);
}

/// Draws in the palette's colours at the time of painting, so a change of theme needs no new icon.
class ThemeIconEngine : public QIconEngine {
public:
    explicit ThemeIconEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode,
               QIcon::State state) override {
        const QPalette palette = QGuiApplication::palette();
        const ThemeTokens& tokens = themeTokens(palette);
        QColor color = tokens.secondary;
        if (mode == QIcon::Disabled)
            color = tokens.disabled;
        else if (state == QIcon::On)
            color = tokens.accent;
        else if (mode == QIcon::Active || mode == QIcon::Selected)
            color = tokens.text;
        paintIcon(*painter, m_name, color, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemeIconEngine(m_name); }

private:
    QString m_name;
};

} // namespace

QIcon themedIcon(const QString& name) {
    return QIcon(new ThemeIconEngine(name));
}

QPixmap tintedIcon(const QString& name, const QColor& color, int sizePx, qreal ratio) {
    QPixmap pixmap(QSize(sizePx, sizePx) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    paintIcon(painter, name, color, QRectF(0, 0, sizePx, sizePx));
    return pixmap;
}

} // namespace unlit::ui
