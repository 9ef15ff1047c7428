import { stressResult } from '@sukoyaka/rules/record/stress-check'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Db } from '../../database/db.ts'
import { newestVersion } from '../../domains/stress-check/store.ts'
import { job_stress_checks } from '../../domains/stress-check/tables.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'

const evening = (day: string) => new Date(tokyoStartOfDay(day).getTime() + 21 * 3_600_000).toISOString()

/** Inserts stress checks: every third patient answered once or in two years; every second of them shares the newest result. */
export const addStressChecks = async (db: Db, patients: DemoPatient[], today: string) => {
  const { id: version_id, definition } = await newestVersion(db)
  const answersOf = (index: number, year: number) => {
    const r = randomOf(`stress ${year}`, index)
    // the higher the strain, the higher the answers tend to be
    const strain = index === 0 ? (year === 0 ? 0.45 : 0.7) : r.chance(0.2) ? 0.8 : 0.3
    return Object.fromEntries(
      definition.items.map(({ code, reverse_in_total_score }) => {
        const points = Math.min(4, 1 + (r.chance(0.75) ? 1 : 0) + (r.chance(strain) ? 1 : 0) + (r.chance(strain / 2) ? 1 : 0))
        return [code, reverse_in_total_score ? 5 - points : points]
      }),
    )
  }
  await insertRows(
    db,
    job_stress_checks,
    patients
      .filter(({ index, edgeCase }) => index % 3 === 0 && edgeCase !== 'empty')
      .flatMap(({ id, index, sex }) =>
        (index % 2 === 0 ? [0, 1] : [0]).map((year) => {
          const answers = answersOf(index, year)
          const answered_at = evening(addDays(today, -40 - (index % 30) - 365 * year))
          return {
            user_id: id,
            version_id,
            answers,
            answered_at,
            source: 'page' as const,
            consented_at: index % 6 === 0 && year === 0 ? answered_at : null,
            ...stressResult(definition, answers, sex ?? null),
            created_at: answered_at,
            updated_at: answered_at,
          }
        }),
      ),
  )
}
