// All keys of the studio in a window of its own.
#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

namespace unlit::ui {

struct KeyGroup {
    QString title;
    std::vector<std::pair<QString, QString>> lines; ///< keys, and what they do
};

/// A table to read and to scroll; Esc closes it.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent = nullptr);
};

} // namespace unlit::ui
