// The part of the settings column where a model folder is chosen, and what is said of it.
#pragma once

#include "core/base/failure.h"
#include "core/session/models/model_commands.h"

#include <QComboBox>
#include <QLabel>
#include <QObject>
#include <QStringList>

namespace unlit::ui {

class FormColumn;

class ModelSection : public QObject {
    Q_OBJECT

public:
    ModelSection(FormColumn& form, QObject* parent);

    /// Empty = none chosen. The recent ones follow, without repetition.
    void setFolders(const QString& current, const QStringList& recent);
    /// Those that are not are left out by setFolders(), but for the current one. Whether this
    /// changes anything.
    bool setUsable(const QString& folder, bool isUsable);
    void showChecking();
    void showSummary(const ModelSummary& summary);
    void showFailure(const Failure& failure);

    void setFocus() { m_folders->setFocus(); }

signals:
    void folderChosen(const QString& folder);
    void browseAsked();

private:
    QComboBox* m_folders;
    QLabel* m_hint;
    QStringList m_broken;
};

/// "albedo · 14.0 M parameters".
QString summaryText(const ModelSummary& summary);

} // namespace unlit::ui
