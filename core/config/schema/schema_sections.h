// The settings of each section, for schema.cpp and those that nest.
#pragma once

#include "core/config/schema/setting.h"
#include "core/config/train_config.h"

namespace unlit::config {

std::vector<Setting> describeDataset(DatasetConfig& set);
std::vector<Setting> describeData(DataConfig& data);
std::vector<Setting> describeLoader(DataLoaderConfig& loader);
std::vector<Setting> describeAugmentation(AugmentationConfig& augmentation);
std::vector<Setting> describePrepare(PrepareConfig& prepare);
std::vector<Setting> describeMemory(MemoryConfig& memory);
std::vector<Setting> describeLora(LoraConfig& lora);
std::vector<Setting> describeAutoencoder(AutoencoderConfig& autoencoder);
std::vector<Setting> describeCondition(ConditionConfig& condition);
std::vector<Setting> describeModel(ModelConfig& model);
std::vector<Setting> describePipeline(PipelineConfig& pipeline);
std::vector<Setting> describeMultiResNoise(MultiResNoiseConfig& noise);
std::vector<Setting> describeLoss(LossConfig& loss);
std::vector<Setting> describeOptimizer(OptimizerConfig& optimizer);
std::vector<Setting> describeLrScheduler(LrSchedulerConfig& schedule);
std::vector<Setting> describeEarlyStopping(EarlyStoppingConfig& stopping);
std::vector<Setting> describeLossSpike(LossSpikeConfig& spike);
std::vector<Setting> describeEma(EmaConfig& ema);
std::vector<Setting> describeTrainer(TrainerConfig& trainer);
std::vector<Setting> describeCheckpoint(CheckpointConfig& checkpoint);
std::vector<Setting> describeValidation(ValidationConfig& validation);
std::vector<Setting> describeEval(EvalConfig& eval);
std::vector<Setting> describeRun(RunConfig& run);
std::vector<Setting> describeWriters(WritersConfig& writers);
std::vector<Setting> describeOn(OnConfig& on);
std::vector<Setting> describeHook(HookConfig& hook);
std::vector<Setting> describeLogging(LoggingConfig& logging);

/// "target_properties" of Marigold's pipelines: `target_names` and a map for each name.
Setting targetProperties(std::vector<TargetConfig>& targets);

} // namespace unlit::config
