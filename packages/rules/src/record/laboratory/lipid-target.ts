import type { LipidRisk } from '@sukoyaka/wire/record/lipid-risk'

/**
 * Targets in mg/dL by risk category: LDL cholesterol should be below this, non-HDL cholesterol below this plus 30. Japan Atherosclerosis Society,
 * 動脈硬化性疾患予防ガイドライン 2022年版, 表「リスク区分別脂質管理目標値」; `high_strict` is its lower target for diabetes with complications or smoking, `secondary_strict` its lower
 * target in secondary prevention for acute coronary syndrome, familial hypercholesterolaemia, diabetes, or both coronary disease and atherothrombotic stroke.
 */
const ldlBelow: Record<LipidRisk, number> = { low: 160, medium: 140, high: 120, high_strict: 100, secondary: 100, secondary_strict: 70 }
const aboveLdl: Record<string, number> = { ldl_cholesterol: 0, non_hdl_cholesterol: 30 }

/** Whether the item has a target at all. */
export const hasLipidTarget = (category: string): boolean => category in aboveLdl

/** The value that this item should be below; undefined if it has no target. */
export const lipidTarget = (category: string, risk: LipidRisk): number | undefined =>
  hasLipidTarget(category) ? ldlBelow[risk] + aboveLdl[category]! : undefined
