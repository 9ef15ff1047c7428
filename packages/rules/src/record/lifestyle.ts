import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'

type Condition = NonNullable<LifestyleRule['any']>[number]

/** The one symptom that is a scale of six and not yes or no. */
export const skinType = 'skin_type'

const holds = (value: number, { op, value: limit }: Condition) => (op === 'eq' ? value === limit : op === 'gte' ? value >= limit : value <= limit)

/**
 * 0 healthy, 1 unhealthy, undefined where an answer is no matter of health. That includes sports and relaxation, which are only
 * important or not. `sleep_time` is kept as it was specified (5 or more or 9 or less), which every number of hours is.
 */
export const lifestyleStatus = (rule: LifestyleRule, value: number): ResultStatus | undefined => {
  if (rule.kind === 'none' || rule.kind === 'important_if') return undefined
  const any = (rule.any ?? []).some((condition) => holds(value, condition))
  return any === (rule.kind === 'healthy_if') ? resultStatus.healthy : resultStatus.unhealthy
}

/** Whether an answer is marked as important: sports and relaxation, a neutral badge and never a mark of health. */
export const isImportant = (rule: LifestyleRule, value: number): boolean =>
  rule.kind === 'important_if' && (rule.any ?? []).some((condition) => holds(value, condition))

/** A symptom answered with yes is unhealthy. The skin type is no matter of health. */
export const symptomStatus = (name: string, value: number): ResultStatus | undefined =>
  name === skinType ? undefined : value === 1 ? resultStatus.unhealthy : resultStatus.healthy

/** From how many steps a day is healthy. */
export const enough_steps = 6000

/** Healthy from 6,000 steps a day, else a caution. */
export const stepStatus = (count: number): ResultStatus => (count >= enough_steps ? resultStatus.healthy : resultStatus.warning)
