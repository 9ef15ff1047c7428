import type { Language } from '@sukoyaka/phrases/language'
import type { TimelineItem, TimelineKind } from '@sukoyaka/wire/boards/timeline'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { assessmentsByIds } from '../assessment/store.ts'
import { findingsOf } from '../checkup/findings-store.ts'
import { testPackagesByIds } from '../checkup/package-store.ts'
import { contractsByIds } from '../contract/store.ts'
import { habitGoalsByIds } from '../habit/store.ts'
import { interviewsByIds } from '../interview/store.ts'
import { kartesByIds } from '../karte/store.ts'
import { questionnairesByIds } from '../questionnaire/store.ts'
import { ordersByIds } from '../shop/order/order-store.ts'
import { contactsByIds } from '../today/contact-store.ts'
import type { Key } from './key-store.ts'

type Reading = { db: Db; scope: PatientScope; language: Language; now: string; today: string; urlOf: FileUrlOf }
type Row = { id: number }

/** Reads the rows of a kind by id. */
const rowsOf: Record<TimelineKind, (reading: Reading, ids: number[]) => Promise<Row[]>> = {
  karte: ({ scope, urlOf }, ids) => kartesByIds(scope, ids, urlOf),
  interview: ({ scope, language, urlOf }, ids) => interviewsByIds(scope, ids, { language, urlOf }),
  test_package: ({ scope, language }, ids) => testPackagesByIds(scope, ids, language),
  questionnaire: ({ scope }, ids) => questionnairesByIds(scope, ids),
  habit_goal: ({ scope, ...options }, ids) => habitGoalsByIds(scope, ids, options),
  assessment: ({ scope, language }, ids) => assessmentsByIds(scope, ids, language),
  contract: ({ scope, ...reader }, ids) => contractsByIds(scope, ids, reader),
  order: ({ scope, language }, ids) => ordersByIds(scope, ids, language),
  urgent_contact: ({ scope }, ids) => contactsByIds(scope, ids),
}

/** The items of a page with their rows, those of a kind read together. */
export const itemsOf = async (reading: Reading, keys: readonly Key[]): Promise<TimelineItem[]> => {
  const groups = [...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, kindKeys]) => ({ kind, ids: [...new Set(kindKeys.map(({ id }) => id))] }))
  const packages = groups.find(({ kind }) => kind === 'test_package')?.ids ?? []
  const [findings, ...rows] = await Promise.all([
    findingsOf(reading.scope, packages, reading.language),
    ...groups.map(({ kind, ids }) => rowsOf[kind](reading, ids)),
  ])
  const byKind = new Map(groups.map(({ kind }, index) => [kind, new Map(rows[index]!.map((row) => [row.id, row]))]))
  return keys.flatMap(({ kind, event, id, ms, is_day }) => {
    const row = byKind.get(kind)?.get(id)
    // deleted since the keys were read
    if (!row) return []
    const item = { kind, event, id, at: new Date(ms).toISOString(), is_day, [kind]: row } as TimelineItem
    return [kind === 'test_package' ? { ...item, findings: findings.get(id) ?? null } : item]
  })
}
