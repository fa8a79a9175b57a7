// The part of the settings column that trades time for quality.
#pragma once

#include "ui/settings/infer_settings.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QSpinBox>

namespace unlit::ui {

class FormColumn;
class SegmentedControl;

class QualitySection : public QObject {
    Q_OBJECT

public:
    QualitySection(FormColumn& form, QObject* parent);

    void setSettings(const InferSettings& settings);
    /// Writes quality, custom values, seed and precision into `settings`.
    void fill(InferSettings& settings) const;
    /// What the chosen model was made for; the presets follow.
    void setModelDefaults(const QualityValues& defaults);
    /// What is in the boxes now.
    QualityValues values() const;
    /// "about 24 s"; empty while unknown.
    void setEstimate(const QString& text);

signals:
    void edited();

private:
    void addRows(FormColumn& form);
    void choose(Quality quality);
    void show(const QualityValues& values);
    void valueEdited();

    SegmentedControl* m_quality;
    QSpinBox* m_steps;
    QSpinBox* m_ensemble;
    QSpinBox* m_size;
    QLineEdit* m_seed;
    QComboBox* m_precision;
    QLabel* m_estimate;
    QualityValues m_defaults;
    bool m_isShowing = false; // boxes change because we set them, not the user
};

} // namespace unlit::ui
