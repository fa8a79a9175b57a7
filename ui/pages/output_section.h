// The part of the settings column about files that are written: format, folder, names.
#pragma once

#include "ui/settings/infer_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QObject>

namespace unlit::ui {

class FormColumn;

class OutputSection : public QObject {
    Q_OBJECT

public:
    OutputSection(FormColumn& form, QObject* parent);

    void setChoice(const OutputChoice& choice);
    OutputChoice choice() const;
    /// The file names that saving would write, one a line.
    void setNames(const QStringList& names);

signals:
    void edited();
    void browseAsked();

private:
    void showFolder(const QString& folder);

    QString m_folderPath; // empty = beside the input
    QComboBox* m_kind;
    QComboBox* m_folder;
    QLabel* m_names;
    QCheckBox* m_uncertainty;
    QCheckBox* m_saveWhenDone;
};

} // namespace unlit::ui
