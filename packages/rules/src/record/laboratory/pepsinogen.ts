import { type ResultStatus, resultStatus } from '@sukoyaka/wire/record/checkup'

/** For each part of the pepsinogen test, the other part, with which it is judged. */
export const pepsinogenPartner: Readonly<Record<string, string>> = { pepsinogen_i: 'pepsinogen_ratio', pepsinogen_ratio: 'pepsinogen_i' }

/**
 * Status of a part of the pepsinogen test (ABC method), given the statuses of both parts by their own ranges. The test is positive only if pepsinogen I
 * is at most 70 ng/mL and I/II is at most 3.0 (Miki K., Gastric Cancer 2006; 9: 245–253; 胃がんリスク層別化検査（ABC分類）運用). So with a negative partner a
 * low value is healthy; without a judged partner it is not judged.
 */
export const pepsinogenStatus = (own: ResultStatus | null, partner: ResultStatus | null | undefined): ResultStatus | null => {
  if (own === null || own === resultStatus.healthy) return own
  if (partner === null || partner === undefined) return null
  return partner === resultStatus.healthy ? resultStatus.healthy : own
}
