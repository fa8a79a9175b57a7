// The part of the settings column about files that are written: format, folder, names.
#pragma once

#include "ui/settings/infer_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>

namespace unlit::ui {

class FormColumn;

class OutputSection : public QObject {
    Q_OBJECT

public:
    OutputSection(FormColumn& form, QObject* parent);

    void setChoice(const OutputChoice& choice);
    OutputChoice choice() const;
    /// The file names that saving would write, one a line; or what is wrong with the template.
    void setNames(const QStringList& names);
    void setNameProblem(const QString& problem);

signals:
    void edited();
    void browseAsked();

private:
    void addFileRows(FormColumn& form);
    void showFolder(const QString& folder);

    QString m_folderPath; // empty = beside the input
    QComboBox* m_kind;
    QComboBox* m_folder;
    QLineEdit* m_name;
    QLabel* m_names;
    QCheckBox* m_uncertainty;
    QCheckBox* m_sidecar;
    QCheckBox* m_saveWhenDone;
    QCheckBox* m_skipExisting;
};

} // namespace unlit::ui
