import type { Language } from '@sukoyaka/phrases/language'
import type { TimelineItem, TimelineKind } from '@sukoyaka/wire/boards/timeline'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import { assessmentsNamed } from '../assessment/store.ts'
import { findingsOf } from '../checkup/findings-store.ts'
import { testPackagesNamed } from '../checkup/package-store.ts'
import { contractsNamed } from '../contract/store.ts'
import { habitGoalsNamed } from '../habit/store.ts'
import { interviewsNamed } from '../interview/store.ts'
import { kartesNamed } from '../karte/store.ts'
import { questionnairesNamed } from '../questionnaire/store.ts'
import type { Key } from './key-store.ts'

type Reading = { db: Db; scope: PatientScope; language: Language; now: string; today: string; address: AddressOf }
type Row = { id: number }

/** Reads the rows of a kind by id. */
const rowsOf: Record<TimelineKind, (reading: Reading, ids: number[]) => Promise<Row[]>> = {
  karte: ({ scope, address }, ids) => kartesNamed(scope, ids, address),
  interview: ({ scope, language, address }, ids) => interviewsNamed(scope, ids, { language, address }),
  test_package: ({ scope, language }, ids) => testPackagesNamed(scope, ids, language),
  questionnaire: ({ scope }, ids) => questionnairesNamed(scope, ids),
  habit_goal: ({ scope, ...asking }, ids) => habitGoalsNamed(scope, ids, asking),
  assessment: ({ scope, language }, ids) => assessmentsNamed(scope, ids, language),
  contract: ({ scope, language }, ids) => contractsNamed(scope, ids, language),
}

/** The items of a page with their rows: one query per kind. */
export const itemsOf = async (reading: Reading, keys: readonly Key[]): Promise<TimelineItem[]> => {
  const groups = [...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, own]) => ({ kind, ids: [...new Set(own.map(({ id }) => id))] }))
  const packages = groups.find(({ kind }) => kind === 'test_package')?.ids ?? []
  const [findings, ...rows] = await Promise.all([
    findingsOf(reading.scope, packages, reading.language),
    ...groups.map(({ kind, ids }) => rowsOf[kind](reading, ids)),
  ])
  const byKind = new Map(groups.map(({ kind }, at) => [kind, new Map(rows[at]!.map((row) => [row.id, row]))]))
  return keys.flatMap(({ kind, event, id, ms, is_day }) => {
    const row = byKind.get(kind)?.get(id)
    // deleted since the keys were read
    if (!row) return []
    const item = { kind, event, id, at: new Date(ms).toISOString(), is_day, [kind]: row } as TimelineItem
    return [kind === 'test_package' ? { ...item, findings: findings.get(id) ?? null } : item]
  })
}
