import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { DayKind, TypedValue } from '@sukoyaka/wire/record/device-day'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { sleeps, steps } from '../activity/tables.ts'
import { lifestyles } from '../lifestyle/tables.ts'
import { categoriesIn, categoryNames } from './day-store.ts'
import { device_days } from './tables.ts'

/** Origin of what was typed by hand. */
const byHand = ''

type DayNumber = { day: string; kind: DayKind }
type Span = TypedValue['spans'][number]

const lifestyleOf = async (scope: PatientScope, { day, kind }: { day: string; kind: keyof typeof categoryNames }) => {
  const [category] = await categoriesIn(scope.db).execute({ names: [categoryNames[kind]] })
  return { category_id: category!.id, answered_at: tokyoStartOfDay(day).toISOString() }
}

/** Removes what was typed by hand for a day's number, and returns it. `spans` are those in which devices measured sleep. */
export const removeTyped = async (scope: PatientScope, user_id: number, { day, kind, spans }: DayNumber & { spans: readonly Span[] }): Promise<TypedValue> => {
  if (kind === 'steps') {
    const isTyped = and(eq(steps.user_id, user_id), eq(steps.measured_on, day), eq(steps.origin, byHand))
    const [removed] = await scope.delete(steps).where(isTyped).returning()
    return { value: removed?.count ?? null, spans: [] }
  }
  if (kind === 'sleep') {
    const since = spans.map(({ started_at }) => started_at).sort()[0]!
    const until = spans
      .map(({ ended_at }) => ended_at)
      .sort()
      .at(-1)!
    const isTyped = and(eq(sleeps.user_id, user_id), eq(sleeps.origin, byHand), lt(sleeps.started_at, until), gt(sleeps.ended_at, since))
    const removed = await scope.delete(sleeps).where(isTyped).returning()
    return { value: null, spans: removed.map(({ started_at, ended_at }) => ({ started_at, ended_at })) }
  }
  const { category_id, answered_at } = await lifestyleOf(scope, { day, kind })
  const isTyped = and(eq(lifestyles.user_id, user_id), eq(lifestyles.category_id, category_id), eq(lifestyles.answered_at, answered_at))
  const [removed] = await scope.delete(lifestyles).where(isTyped).returning()
  return { value: removed?.value ?? null, spans: [] }
}

/** Stores again what was typed by hand for a day's number, in place of what the devices measured. */
export const restoreTyped = async (scope: PatientScope, user_id: number, { day, kind, typed }: DayNumber & { typed: TypedValue }) => {
  // with this row a typed lifestyle value would count as derived, and the next derivation would overwrite it
  await scope.delete(device_days).where(and(eq(device_days.user_id, user_id), eq(device_days.day, day), eq(device_days.kind, kind)))
  if (kind === 'sleep') {
    for (const span of typed.spans)
      await scope
        .insert(sleeps)
        .values({ user_id, ...span, origin: byHand })
        .onConflictDoUpdate({ target: [sleeps.user_id, sleeps.started_at, sleeps.origin], set: { ended_at: span.ended_at } })
    return
  }
  const value = typed.value!
  if (kind === 'steps')
    await scope
      .insert(steps)
      .values({ user_id, measured_on: day, count: value, origin: byHand })
      .onConflictDoUpdate({ target: [steps.user_id, steps.measured_on], set: { count: value, origin: byHand, updated_at: later(steps.updated_at) } })
  else
    await scope
      .insert(lifestyles)
      .values({ user_id, ...(await lifestyleOf(scope, { day, kind })), value })
      .onConflictDoUpdate({ target: [lifestyles.user_id, lifestyles.category_id, lifestyles.answered_at], set: { value } })
}
