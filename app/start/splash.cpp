#include "app/start/splash.h"

#include <QApplication>
#include <QPainter>
#include <QScreen>
#include <QSocketNotifier>
#include <QSvgRenderer>
#include <QTimer>
#include <QWidget>

#include <cstdio>

namespace unlit {

namespace {

// Those of the dark theme (ui/theme), which this small program does not link.
const QColor kWindow(0x20, 0x21, 0x24);
const QColor kBorder(0x3d, 0x40, 0x46);
const QColor kText(0xd9, 0xdb, 0xde);
const QColor kSecondary(0x9a, 0xa0, 0xa6);

constexpr int kIconPx = 72;
constexpr int kMarginPx = 32;

class Splash : public QWidget {
public:
    explicit Splash(bool isTold)
        : QWidget(nullptr, Qt::SplashScreen | Qt::FramelessWindowHint), m_isTold(isTold),
          m_icon(QStringLiteral(":/start/unlit-studio.svg")) {
        setAttribute(Qt::WA_OpaquePaintEvent);
        setWindowTitle(QStringLiteral("Unlit Studio"));
        setFixedSize(380, kIconPx + 2 * kMarginPx);
        move(screen()->availableGeometry().center() - rect().center());
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), kWindow);
        painter.setPen(kBorder);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        painter.setRenderHint(QPainter::Antialiasing);
        m_icon.render(&painter, QRectF(kMarginPx, kMarginPx, kIconPx, kIconPx));
        const QRect words =
            rect().adjusted(kMarginPx + kIconPx + 24, kMarginPx + 8, -kMarginPx, -kMarginPx - 10);
        painter.setPen(kText);
        painter.setFont(sized(24));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, QStringLiteral("Unlit Studio"));
        painter.setPen(kSecondary);
        painter.setFont(sized(13));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom, QStringLiteral("…"));
        if (m_isTold)
            QTimer::singleShot(0, this, [] {
                std::puts("splash");
                std::fflush(stdout);
            });
        m_isTold = false;
    }

private:
    QFont sized(int pixels) const {
        QFont font = this->font();
        font.setFamilies({QStringLiteral("Inter"), font.family()});
        font.setPixelSize(pixels);
        return font;
    }

    bool m_isTold;
    QSvgRenderer m_icon;
};

} // namespace

int showSplash(int argc, char** argv, int pipe, bool isTold) {
    using namespace std::chrono_literals;
    QApplication application(argc, argv);
    Splash splash(isTold);
    const QSocketNotifier ended(pipe, QSocketNotifier::Read);
    QObject::connect(&ended, &QSocketNotifier::activated, &application, &QApplication::quit);
    QTimer::singleShot(1min, &application, &QApplication::quit);
    splash.show();
    return QApplication::exec();
}

} // namespace unlit
