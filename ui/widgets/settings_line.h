// One line of settings as the command line takes them.
#pragma once

#include <QLineEdit>

#include <string>
#include <vector>

namespace unlit::ui {

/// KEY=VALUE with spaces between them; double quotes hold a word with spaces together. GUI thread.
class SettingsLine : public QLineEdit {
    Q_OBJECT

public:
    explicit SettingsLine(QWidget* parent = nullptr);

    std::vector<std::string> settings() const;

    /// What stands before the equals sign of the word at the cursor; all of it where there is none.
    QString keyAtCursor() const;
    /// KEY=VALUE in place of the word at the cursor; the value is selected, to be typed over.
    void putSetting(const QString& key, const QString& value);
};

} // namespace unlit::ui
