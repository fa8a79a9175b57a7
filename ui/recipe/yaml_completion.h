// Keys that may stand where a recipe is being typed, and what they mean.
#pragma once

#include "core/config/schema/setting.h"
#include "core/config/train_config.h"

#include <QObject>
#include <QStringList>

class QCompleter;
class QPlainTextEdit;
class QStringListModel;

namespace unlit::ui {

/// GUI thread. The editor outlives it.
class YamlCompletion : public QObject {
    Q_OBJECT

public:
    explicit YamlCompletion(QPlainTextEdit& editor);

    /// Shows the keys that begin with what stands before the cursor. `isAsked`: also where nothing
    /// was typed yet; else that takes two letters.
    void offer(bool isAsked);
    void hide();
    bool isShown() const;

    /// Those on show.
    QStringList offered() const;

    /// Puts the key in the place of what was typed.
    void take(const QString& key);

    /// Of the setting on that line, from 0; "" where there is none.
    QString help(int line) const;

private:
    QPlainTextEdit& m_editor;
    config::TrainConfig m_defaults;
    config::Setting m_root; ///< bound to the defaults
    QCompleter* m_completer;
    QStringListModel* m_keys;
    QStringList m_sections; ///< of the keys, those with others below
};

} // namespace unlit::ui
