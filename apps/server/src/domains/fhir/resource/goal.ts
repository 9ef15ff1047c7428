import type { Goal } from '@medplum/fhirtypes'
import { type BaseRow, code, coded, hl7Concept, metaOf, patientOf } from './coding.ts'

export type GoalRow = BaseRow & {
  kind: string
  content: string
  achieved_on: string | null
  days_per_week: number | null
  is_paused: boolean
  started_on: string
}

const kindNames: Record<string, string> = {
  meal: '食事',
  preference: '嗜好',
  sport: '運動',
  sleep: '睡眠',
  checkup: '検査・測定',
  vaccine: 'ワクチン',
  other: 'その他',
}

export const toGoal = (row: GoalRow): Goal => ({
  resourceType: 'Goal',
  id: row.id,
  meta: metaOf(row),
  lifecycleStatus: row.achieved_on ? 'completed' : row.is_paused ? 'on-hold' : 'active',
  achievementStatus: hl7Concept('goal-achievement', row.achieved_on ? 'achieved' : 'in-progress'),
  category: [coded(kindNames[row.kind] ?? row.kind, [code('urn:sukoyaka:habit-goal-kind', row.kind)])],
  description: { text: row.content || (kindNames[row.kind] ?? row.kind) },
  subject: patientOf(row),
  startDate: row.started_on,
  ...(row.achieved_on && { statusDate: row.achieved_on }),
  ...(row.days_per_week && { note: [{ text: `週${row.days_per_week}日` }] }),
})
