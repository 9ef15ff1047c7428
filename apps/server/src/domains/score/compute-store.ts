import { componentPoint, healthScore, maxAgeDays, type Score, totalScore } from '@sukoyaka/rules/record/score'
import { cappedRank, findingOf } from '@sukoyaka/rules/record/score-cap'
import { scoreFindings, totalName } from '@sukoyaka/wire/record/score'
import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import type { Db } from '../../database/db.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { steps } from '../activity/tables.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { patients } from '../patient/tables.ts'
import { inputsOf, requestKey, type ScoreInput, type ScoreInputs, type ScoreRequest } from './inputs-store.ts'
import { type Cap, health_score_categories, health_scores, type Source } from './tables.ts'

type Category = typeof health_score_categories.$inferSelect
type ComputedScore = Pick<typeof health_scores.$inferSelect, 'category_id' | 'point' | 'rank' | 'sources' | 'caps' | 'stale_on'>

const sourceOf = ({ type, name, id, value, comparator, status, day }: ScoreInput, weight: number): Source => ({
  type,
  name,
  id,
  value,
  ...(comparator && { comparator }),
  status,
  weight,
  day,
})

const capsOf = (inputs: readonly ScoreInput[]) =>
  inputs.flatMap(({ type, name, value, comparator, status, serious, id, day }): Cap[] => {
    if (type !== 'numeric_test_result_category' || name === null || id === null) return []
    const finding = findingOf(name, value, status, serious !== undefined)
    // the reading is critical, not the mean it is part of
    const counted = serious ?? { value, comparator }
    return finding ? [{ finding, name, id, value: counted.value, ...(counted.comparator && { comparator: counted.comparator }), day }] : []
  })

/** The score with the rank that the findings allow, and the findings that lower it. */
const capped = <S extends Score>({ rank, ...score }: S, caps: readonly Cap[], of: 'category' | 'total') => {
  const rankBy = (found: readonly Cap[]) =>
    cappedRank(
      rank,
      found.map(({ finding }) => finding),
      of,
    )
  const lowering = caps.filter((cap) => rankBy([cap]) !== rank)
  return { ...score, rank: rankBy(caps), caps: lowering.toSorted((a, b) => scoreFindings.indexOf(b.finding) - scoreFindings.indexOf(a.finding)) }
}

/** The results that lower a rank by these findings. */
const loweringOf = (inputs: readonly ScoreInput[], caps: readonly Cap[]) =>
  inputs.filter(({ type, id }) => type === 'numeric_test_result_category' && caps.some((cap) => cap.finding !== 'illness' && cap.id === id))

const firstStaleDay = (inputs: readonly ScoreInput[]): string | null => inputs.flatMap(({ stale_on }) => stale_on ?? []).sort()[0] ?? null

/** The scores of all categories of one person, the total last. */
const scoresOf = (categories: Category[], { values: found, problems }: ScoreInputs, day: string): ComputedScore[] => {
  const inputByKey = new Map(found.map((input) => [`${input.type} ${input.name}`, input]))
  const categoryScores = categories
    .filter(({ name }) => name !== totalName)
    .map(({ id, name, weight, components }) => {
      const inputs = components.flatMap((part) => {
        const input = inputByKey.get(`${part.type} ${part.name}`)
        return input ? [{ ...input, weight: part.weight }] : []
      })
      const usedInputs = inputs.filter((input) => componentPoint(input) !== undefined)
      // a critical value without a range has no points but lowers the rank
      const score = capped(healthScore(components, usedInputs), capsOf(inputs), 'category')
      return {
        name,
        weight,
        category_id: id,
        ...score,
        sources: usedInputs.map((component) => sourceOf(component, component.weight)),
        stale_on: firstStaleDay([...usedInputs, ...loweringOf(inputs, score.caps)]),
      }
    })
  const total = categories.find(({ name }) => name === totalName)
  const withPoint = categoryScores.filter(({ point }) => point !== null)
  const caps = [...capsOf(found), ...problems.map((problem): Cap => ({ finding: 'illness', value: null, ...problem }))]
  const cappedTotal = capped(totalScore(categoryScores), caps, 'total')
  const totalRow = total && {
    category_id: total.id,
    ...cappedTotal,
    sources: withPoint.map(({ name, point, weight }): Source => ({ type: 'health_score_category', name, id: null, value: point!, status: null, weight, day })),
    // the other scores, computed in the same run, have their own dates; a critical value that is in none of them has only this one
    stale_on: firstStaleDay(loweringOf(found, cappedTotal.caps)),
  }
  return [...categoryScores.map(({ name, weight, ...score }) => score), ...(totalRow ? [totalRow] : [])]
}

type StoredScore = { point: number | null; rank: string | null; sources: Source[]; caps: Cap[] }

/** The text by which two scores are compared. The sources of the total have the day of the computation; a new day alone is no change. */
const textOf = ({ point, rank, sources, caps }: StoredScore) =>
  JSON.stringify([
    point,
    rank,
    caps.map(({ finding, name, id, value, comparator, day }) => [finding, name, id, value, comparator, day]),
    sources.map(({ type, name, id, value, comparator, status, weight, day }) => [
      type,
      name,
      id,
      value,
      comparator,
      status,
      weight,
      type === 'health_score_category' ? '' : day,
    ]),
  ])

const latestOf = async (scope: PatientScope, user_ids: number[]) => {
  // built per call: only jobs and the demo run it
  const { rows } = await scope.db.execute<{ user_id: number; category_id: number } & StoredScore>(
    sql`select distinct on (user_id, category_id) user_id, category_id, point, rank, sources, caps from ${scope.rows(health_scores)}
        where user_id = any(${sql.param(user_ids)}) order by user_id, category_id, calculated_on desc`,
  )
  return new Map<string, StoredScore>(rows.map((row) => [`${row.user_id} ${row.category_id}`, row]))
}

const batchSize = 1_000

/**
 * Computes the scores of these people as of these days, which must ascend for each person. Unchanged scores are not stored again; a row of the same day
 * is updated. Returns the ids of people whose scores changed.
 */
export const computeScores = async (scope: PatientScope, requests: ScoreRequest[], atOf: (day: string) => string): Promise<number[]> => {
  if (!requests.length) return []
  // built per call: only jobs and the demo run it
  const categories = await scope.db.select().from(health_score_categories).orderBy(health_score_categories.sort_number)
  const inputs = await inputsOf(scope, requests)
  const latest = await latestOf(scope, [...new Set(requests.map(({ user_id }) => user_id))])
  const rows = requests.flatMap((request) =>
    scoresOf(categories, inputs.get(requestKey(request))!, request.day).flatMap((score) => {
      const key = `${request.user_id} ${score.category_id}`
      const previous = latest.get(key)
      // a person without data gets no row, but a score whose data have expired is stored as empty
      if (previous ? textOf(previous) === textOf(score) : score.sources.length === 0) return []
      latest.set(key, score)
      return [{ ...score, user_id: request.user_id, calculated_on: request.day, calculated_at: atOf(request.day) }]
    }),
  )
  for (let offset = 0; offset < rows.length; offset += batchSize)
    await scope
      .insert(health_scores)
      .values(rows.slice(offset, offset + batchSize))
      .onConflictDoUpdate({
        target: [health_scores.user_id, health_scores.category_id, health_scores.calculated_on],
        set: {
          point: sql`excluded.point`,
          rank: sql`excluded.rank`,
          sources: sql`excluded.sources`,
          caps: sql`excluded.caps`,
          stale_on: sql`excluded.stale_on`,
          calculated_at: sql`excluded.calculated_at`,
        },
      })
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** People with a current score from a value that is now too old. */
export const peopleWithStaleScores = async (scope: PatientScope, day: string): Promise<number[]> => {
  // built per call: only a job runs it
  const { rows } = await scope.db.execute<{ user_id: number }>(
    sql`select distinct s.user_id from ${scope.from(health_scores, 's')} where s.stale_on <= ${day}
        and not exists (select from ${scope.from(health_scores, 'n')} where n.user_id = s.user_id and n.category_id = s.category_id and n.calculated_on > s.calculated_on)
        order by 1`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** People without scores who have results or steps that count. */
export const peopleWithoutScores = async (scope: PatientScope, day: string): Promise<number[]> => {
  // built per call: only a job runs it
  const { rows } = await scope.db.execute<{ user_id: number }>(
    sql`select p.user_id from ${scope.from(patients, 'p')}
        where p.merged_into is null and not exists (select from ${scope.from(health_scores, 's')} where s.user_id = p.user_id)
          and (exists (select from ${scope.from(test_results, 'r')} left join ${scope.from(test_packages, 't')} on t.id = r.test_package_id
                 where r.user_id = p.user_id and r.status is not null and r.recorded_at >= ${day}::date - ${maxAgeDays.numeric_test_result_category}::integer
                   and (r.test_package_id is null or t.released_at is not null))
            or exists (select from ${scope.from(steps, 's')} where s.user_id = p.user_id))
        order by 1`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** People with steps of the day before this one, which is now over: only now do they count. */
export const peopleWithStepsBefore = async (scope: PatientScope, day: string): Promise<number[]> => {
  // built per call: only a job runs it
  const { rows } = await scope.db.execute<{ user_id: number }>(
    sql`select s.user_id from ${scope.from(steps, 's')} join ${scope.from(patients, 'p')} on p.user_id = s.user_id
        where s.measured_on = ${day}::date - 1 and p.merged_into is null order by 1`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** Whether there are judged results but no scores at all. */
export const hasNoScores = async (scope: PatientScope): Promise<boolean> => {
  // built per call: it runs only at startup
  const { rows } = await scope.db.execute<{ none: boolean }>(
    sql`select not exists (select from ${scope.rows(health_scores)}) and exists (select from ${scope.rows(test_results)} where status is not null) as none`,
  )
  return rows[0]!.none
}

/** Publishes to those who see these people that their scores changed. */
export const publishScores = async (db: Db, user_ids: number[]) => {
  for (const user_id of user_ids) await publishPatientEvent(db, user_id, ['health_scores'])
}
