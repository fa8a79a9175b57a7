// The dot beside a setting: filled where the recipe itself changes it, a ring where a file that it
// is based on says it. A click opens what can be done about it.
#pragma once

#include <QAbstractButton>

namespace unlit::ui {

class FieldMark : public QAbstractButton {
    Q_OBJECT

public:
    enum class Kind {
        None,      ///< nothing says it: the default counts
        Same,      ///< the recipe says what would count anyway
        Changed,   ///< the recipe changes it
        Inherited, ///< a base says it
    };

    explicit FieldMark(QWidget* parent = nullptr);
    void setKind(Kind kind);

    Kind kind() const { return m_kind; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind = Kind::None;
};

} // namespace unlit::ui
