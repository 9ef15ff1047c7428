import type { DayNumbers } from '@sukoyaka/rules/record/device/numbers'
import { isPlausible } from '@sukoyaka/rules/record/device/numbers'
import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import { type DayKind, dayKinds, type Landing } from '@sukoyaka/wire/record/device-day'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { sleeps, steps } from '../activity/tables.ts'
import { lifestyle_categories, lifestyles } from '../lifestyle/tables.ts'
import { device_days } from './tables.ts'

/** The lifestyle category of each number that becomes a lifestyle value. */
export const categoryNames = {
  distance: 'distance',
  active_energy: 'active_energy_burned',
  total_energy: 'total_energy_burned',
  stairs: 'stairs_climbed',
  stand_hour: 'stand_hour',
} as const satisfies Partial<Record<DayKind, string>>
type LifestyleKind = keyof typeof categoryNames
const isLifestyle = (kind: DayKind): kind is LifestyleKind => kind in categoryNames

/** A day's numbers, and a look-up of the names of the sources. */
export type DerivedDay = { day: string; numbers: DayNumbers; nameOf: (source_id: number) => string }
type Key = `${string} ${DayKind}`
const keyOf = (day: string, kind: DayKind): Key => `${day} ${kind}`

const derivedIn = patientQuery(({ db, rows }) =>
  db
    .select({ day: device_days.day, kind: device_days.kind, landing: device_days.landing })
    .from(rows(device_days))
    .where(and(eq(device_days.user_id, sql.placeholder('user_id')), isAnyOf(device_days.day, 'days'))),
)
const stepsIn = patientQuery(({ db, rows }) =>
  db
    .select({ measured_on: steps.measured_on, origin: steps.origin })
    .from(rows(steps))
    .where(and(eq(steps.user_id, sql.placeholder('user_id')), isAnyOf(steps.measured_on, 'days'))),
)
const valuesIn = patientQuery(({ db, rows }) =>
  db
    .select({ category_id: lifestyles.category_id, answered_at: lifestyles.answered_at })
    .from(rows(lifestyles))
    .where(and(eq(lifestyles.user_id, sql.placeholder('user_id')), isAnyOf(lifestyles.category_id, 'category_ids'), isAnyOf(lifestyles.answered_at, 'starts'))),
)
const typedSleepsIn = patientQuery(({ db, rows }) =>
  db
    .select({ started_at: sleeps.started_at, ended_at: sleeps.ended_at })
    .from(rows(sleeps))
    .where(
      and(
        eq(sleeps.user_id, sql.placeholder('user_id')),
        eq(sleeps.origin, ''),
        sql`${sleeps.started_at} < ${sql.placeholder('until')}`,
        sql`${sleeps.ended_at} > ${sql.placeholder('since')}`,
      ),
    ),
)
export const categoriesIn = preparedQuery((db) =>
  db.select({ id: lifestyle_categories.id, name: lifestyle_categories.name }).from(lifestyle_categories).where(isAnyOf(lifestyle_categories.name, 'names')),
)

const countedNames = ({ numbers, nameOf }: DerivedDay, kind: DayKind) =>
  [...new Set((numbers[kind]?.sources ?? []).filter(({ counted }) => counted > 0).map(({ source_id }) => nameOf(source_id)))].join('・')
/** A value that no source counted for, such as 0 steps, still comes from a device. */
const originOf = (derived: DerivedDay, kind: DayKind) => countedNames(derived, kind) || derived.nameOf(derived.numbers[kind]!.sources[0]!.source_id)

type DayLandings = { landings: Map<Key, Landing>; wasLanded: (day: string, kind: DayKind) => boolean }

/** A count typed by hand has no origin and stays. */
const storeSteps = async (scope: PatientScope, user_id: number, days: readonly DerivedDay[], { landings, wasLanded }: DayLandings) => {
  const existing = new Map((await stepsIn(scope).execute({ user_id, days: days.map(({ day }) => day) })).map((row) => [row.measured_on, row.origin]))
  const rows = days.flatMap((derived) => {
    const { day, numbers } = derived
    if (!numbers.steps) return []
    const landing: Landing = existing.get(day) === '' ? 'kept' : isPlausible('steps', numbers.steps.value) ? 'landed' : 'implausible'
    landings.set(keyOf(day, 'steps'), landing)
    return landing === 'landed' ? [{ user_id, measured_on: day, count: numbers.steps.value, origin: originOf(derived, 'steps') }] : []
  })
  const gone = days.filter(({ day }) => landings.get(keyOf(day, 'steps')) !== 'landed' && wasLanded(day, 'steps') && existing.get(day))
  if (gone.length)
    await scope.delete(steps).where(
      and(
        eq(steps.user_id, user_id),
        inArray(
          steps.measured_on,
          gone.map(({ day }) => day),
        ),
        sql`${steps.origin} <> ''`,
      ),
    )
  if (!rows.length) return
  await scope
    .insert(steps)
    .values(rows)
    .onConflictDoUpdate({
      target: [steps.user_id, steps.measured_on],
      set: { count: sql`excluded.count`, origin: sql`excluded.origin`, updated_at: later(steps.updated_at) },
      setWhere: sql`${steps.origin} <> '' and (${steps.count}, ${steps.origin}) is distinct from (excluded.count, excluded.origin)`,
    })
}

/** A lifestyle value at the start of the day that was not derived from devices stays. */
const storeLifestyles = async (scope: PatientScope, user_id: number, days: readonly DerivedDay[], { landings, wasLanded }: DayLandings) => {
  const categories = new Map((await categoriesIn(scope.db).execute({ names: Object.values(categoryNames) })).map(({ id, name }) => [name, id]))
  const startOf = (day: string) => tokyoStartOfDay(day).toISOString()
  const found = await valuesIn(scope).execute({ user_id, category_ids: [...categories.values()], starts: days.map(({ day }) => startOf(day)) })
  const existing = new Set(found.map(({ category_id, answered_at }) => `${category_id} ${answered_at}`))
  const [rows, gone]: [(typeof lifestyles.$inferInsert)[], { category_id: number; answered_at: string }[]] = [[], []]
  for (const { day, numbers } of days)
    for (const kind of dayKinds.filter(isLifestyle)) {
      const category_id = categories.get(categoryNames[kind])
      if (category_id === undefined) continue
      const place = { category_id, answered_at: startOf(day) }
      const [isOurs, isThere] = [wasLanded(day, kind), existing.has(`${category_id} ${place.answered_at}`)]
      const total = numbers[kind]
      const landing: Landing | undefined = total && (isThere && !isOurs ? 'kept' : isPlausible(kind, total.value) ? 'landed' : 'implausible')
      if (landing) landings.set(keyOf(day, kind), landing)
      if (landing === 'landed') rows.push({ user_id, ...place, value: total!.value })
      else if (isOurs && isThere) gone.push(place)
    }
  for (const { category_id, answered_at } of gone)
    await scope.delete(lifestyles).where(and(eq(lifestyles.user_id, user_id), eq(lifestyles.category_id, category_id), eq(lifestyles.answered_at, answered_at)))
  if (!rows.length) return
  await scope
    .insert(lifestyles)
    .values(rows)
    .onConflictDoUpdate({ target: [lifestyles.user_id, lifestyles.category_id, lifestyles.answered_at], set: { value: sql`excluded.value` } })
}

/** Sleep typed by hand has no origin and stays; spans that overlap it are left out. */
const storeSleeps = async (scope: PatientScope, user_id: number, days: readonly DerivedDay[], { landings }: DayLandings) => {
  await scope.delete(sleeps).where(
    and(
      eq(sleeps.user_id, user_id),
      inArray(
        sleeps.woke_on,
        days.map(({ day }) => day),
      ),
    ),
  )
  for (const { day, numbers, nameOf } of days) {
    const spans = numbers.sleep?.asleep ?? []
    if (!spans.length) continue
    const [since, until] = [new Date(spans[0]!.start).toISOString(), new Date(Math.max(...spans.map(({ end }) => end))).toISOString()]
    const typed = await typedSleepsIn(scope).execute({ user_id, since, until })
    const free = spans.filter(({ start, end }) => !typed.some(({ started_at, ended_at }) => Date.parse(started_at) < end && Date.parse(ended_at) > start))
    landings.set(keyOf(day, 'sleep'), free.length === spans.length ? 'landed' : 'kept')
    if (!free.length) continue
    await scope
      .insert(sleeps)
      .values(
        free.map(({ start, end, source_id }) => ({
          user_id,
          started_at: new Date(start).toISOString(),
          ended_at: new Date(end).toISOString(),
          origin: nameOf(source_id),
          woke_on: day,
        })),
      )
      .onConflictDoUpdate({
        target: [sleeps.user_id, sleeps.started_at, sleeps.origin],
        set: { ended_at: sql`excluded.ended_at`, woke_on: sql`excluded.woke_on` },
      })
  }
}

/**
 * Stores all numbers of these days with their sources in `device_days`, and also in steps, lifestyles or sleeps. `landing` says which: `landed` was stored
 * there, `kept` was not because a value typed by hand stays, and `implausible` was not because it cannot be true. Deletes outdated derived rows.
 */
export const storeDays = async (scope: PatientScope, user_id: number, days: readonly DerivedDay[], derived_at: string) => {
  const names = days.map(({ day }) => day)
  const before = new Map((await derivedIn(scope).execute({ user_id, days: names })).map(({ day, kind, landing }) => [keyOf(day, kind), landing]))
  const dayLandings: DayLandings = { landings: new Map(), wasLanded: (day, kind) => before.get(keyOf(day, kind)) === 'landed' }
  await storeSteps(scope, user_id, days, dayLandings)
  await storeLifestyles(scope, user_id, days, dayLandings)
  await storeSleeps(scope, user_id, days, dayLandings)
  await scope.delete(device_days).where(and(eq(device_days.user_id, user_id), inArray(device_days.day, names)))
  const rows = days.flatMap(({ day, numbers }) =>
    dayKinds.flatMap((kind) => {
      const total = numbers[kind]
      return total ? [{ user_id, day, kind, value: total.value, sources: total.sources, landing: dayLandings.landings.get(keyOf(day, kind))!, derived_at }] : []
    }),
  )
  if (rows.length) await scope.insert(device_days).values(rows)
}
