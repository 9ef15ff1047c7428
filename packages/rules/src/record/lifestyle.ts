import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'

type Condition = NonNullable<LifestyleRule['any']>[number]

/** The only symptom answered on a scale of six instead of yes or no. */
export const skinType = 'skin_type'

const isMet = (value: number, { op, value: limit }: Condition) => (op === 'eq' ? value === limit : op === 'gte' ? value >= limit : value <= limit)

/**
 * 0 healthy, 1 unhealthy, undefined for answers without a health status, including sports, hobbies and relaxation, which are only important or not.
 * The rule of `sleep_time` (5 or more, or 9 or less) matches every number of hours.
 */
export const lifestyleStatus = (rule: LifestyleRule, value: number): ResultStatus | undefined => {
  if (rule.kind === 'none' || rule.kind === 'important_if') return undefined
  const isAnyMet = (rule.any ?? []).some((condition) => isMet(value, condition))
  return isAnyMet === (rule.kind === 'healthy_if') ? resultStatus.healthy : resultStatus.unhealthy
}

/** Whether an answer is important: sports, hobbies and relaxation, shown as a neutral badge without a health status. */
export const isImportant = (rule: LifestyleRule, value: number): boolean =>
  rule.kind === 'important_if' && (rule.any ?? []).some((condition) => isMet(value, condition))

/** A symptom answered with yes is unhealthy. The skin type has no status. */
export const symptomStatus = (name: string, value: number): ResultStatus | undefined =>
  name === skinType ? undefined : value === 1 ? resultStatus.unhealthy : resultStatus.healthy

/** Min steps a day for the status healthy. */
export const enoughSteps = 6000

/** Healthy from 6,000 steps a day, else a warning. */
export const stepStatus = (count: number): ResultStatus => (count >= enoughSteps ? resultStatus.healthy : resultStatus.warning)
