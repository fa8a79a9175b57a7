// All keys of the viewer on one plate, on top of the picture.
#pragma once

#include <QFrame>
#include <QScrollArea>

namespace unlit::ui {

/// Made from viewerActionTable(), so that it cannot say anything else than what the keys do.
class KeyHelp : public QFrame {
    Q_OBJECT

public:
    explicit KeyHelp(QWidget* parent = nullptr);

    /// As large as it wants to be, at most `room`; the rest scrolls.
    void fitInto(const QSize& room);

signals:
    void closeAsked();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QScrollArea* m_scroll;
    QWidget* m_content;
};

} // namespace unlit::ui
