// The dashed field that shows that things can be dropped here. The whole window takes them; this is
// the sign.
#pragma once

#include <QWidget>

namespace unlit::ui {

class DropArea : public QWidget {
    Q_OBJECT

public:
    explicit DropArea(QWidget* parent = nullptr);
    void setHighlighted(bool isHighlighted);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isHighlighted = false;
};

} // namespace unlit::ui
