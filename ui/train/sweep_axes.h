// The settings that a sweep goes through, a row each: key and values.
#pragma once

#include "core/config/train_config.h"
#include "core/session/train/sweep_plan.h"

#include <QLineEdit>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include <map>
#include <vector>

namespace unlit::ui {

/// GUI thread. There is always a row.
class SweepAxes : public QWidget {
    Q_OBJECT

public:
    explicit SweepAxes(QWidget* parent = nullptr);

    void addRow(const QString& key = {}, const QString& values = {});

    /// What is reached with Tab, in its order.
    QWidgetList tabChain() const;

    /// Rows in which nothing stands are left out. Throws Error::invalidInput for a key without
    /// values, or without a key.
    std::vector<SweepAxis> axes() const;

    /// All that can be swept over, as "optimizer.name", those at the top of the schema first.
    const QStringList& keys() const { return m_keys; }

    /// Marks rows whose key is no setting; the first of those, "" where there is none.
    QString markUnknown();

    QLineEdit& keyField(int row) { return *m_rows[static_cast<std::size_t>(row)].key; }

    QToolButton& zipButton(int row) { return *m_rows[static_cast<std::size_t>(row)].zip; }

    QLineEdit& valuesField(int row) { return *m_rows[static_cast<std::size_t>(row)].values; }

    int rowCount() const { return static_cast<int>(m_rows.size()); }

signals:
    void changed();
    /// There is one more.
    void rowAdded();

private:
    struct Row {
        QWidget* whole;
        QLineEdit* key;
        QLineEdit* values;
        QToolButton* zip;
        QToolButton* remove;
    };

    void readSchema();
    bool isSetting(const QString& key) const;
    QToolButton* makeZipButton(QWidget* row) const;
    void removeRow(const QWidget* whole);
    void refresh();

    QStringList m_keys;
    std::map<QString, QString> m_help;
    std::map<QString, QString> m_defaults; ///< as an example of values
    QStringList m_openSections;            ///< below which keys are the user's, or have numbers
    std::vector<Row> m_rows;
    QVBoxLayout* m_column;
};

} // namespace unlit::ui
