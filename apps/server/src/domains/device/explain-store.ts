import type { DayTotal } from '@sukoyaka/rules/record/device/day'
import { groupOfType, numbersOf, typesOfKind } from '@sukoyaka/rules/record/device/numbers'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { DeviceDay, getDeviceDay } from '@sukoyaka/wire/record/device-day'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { requirePatient } from '../patient/require-store.ts'
import { device_days } from './tables.ts'
import { ordersOf, samplesOfDay, seriesOf } from './window-store.ts'

const landingIn = patientQuery(({ db, rows }) =>
  db
    .select({ value: device_days.value, landing: device_days.landing })
    .from(rows(device_days))
    .where(
      and(eq(device_days.user_id, sql.placeholder('user_id')), eq(device_days.day, sql.placeholder('day')), eq(device_days.kind, sql.placeholder('kind'))),
    ),
)

const spansOf = ({ spans }: DayTotal, source_id: number) => {
  const own = spans.find((each) => each.source_id === source_id)
  const shown = (intervals: { start: number; end: number }[] = [], is_counted: boolean) =>
    intervals.map(({ start, end }) => ({ started_at: new Date(start).toISOString(), ended_at: new Date(end).toISOString(), is_counted }))
  return [...shown(own?.counted, true), ...shown(own?.dropped, false)].sort((a, b) => (a.started_at < b.started_at ? -1 : 1))
}

/** Where a day's number comes from, derived from the samples by the same rules as the number itself. */
export const explainDay = async (scope: PatientScope, { user_id, day, kind }: Input<typeof getDeviceDay>): Promise<DeviceDay> => {
  await requirePatient(scope, user_id)
  const series = await seriesOf(scope, user_id)
  const orders = ordersOf(series)
  const total = numbersOf(
    await samplesOfDay(
      scope,
      series.map(({ id }) => id),
      day,
      typesOfKind[kind],
    ),
    orders,
    day,
  )[kind]
  const [stored] = await landingIn(scope).execute({ user_id, day, kind })
  const order = orders[groupOfType(typesOfKind[kind][0]!)]
  const sourceOf = (id: number) => series.find((each) => each.id === id)!
  const sources = (total?.sources ?? []).toSorted((a, b) => order.indexOf(a.source_id) - order.indexOf(b.source_id))
  const senders = order.filter((id) => series.some((each) => each.id === id && typesOfKind[kind].includes(each.type)))
  return {
    day,
    kind,
    value: total?.value ?? null,
    landing: total && stored?.value === total.value ? stored.landing : null,
    sources: sources.map(({ source_id, ...part }) => {
      const { maker, model, app } = sourceOf(source_id)
      return { source_id, maker, model, app, ...part, spans: spansOf(total!, source_id) }
    }),
    silent_source_ids: senders.filter((id) => !sources.some(({ source_id }) => source_id === id)),
  }
}
