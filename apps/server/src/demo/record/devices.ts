import { addDays, daysBetween, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { DeviceSource, Sample, SampleType } from '@sukoyaka/wire/record/device'
import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { systemScope } from '../../access/system-scope.ts'
import type { Db } from '../../database/db.ts'
import { sleeps, steps } from '../../domains/activity/tables.ts'
import { derivePart } from '../../domains/device/actions/derive-days.ts'
import { receiveSamples } from '../../domains/device/actions/receive-samples.ts'
import { lifestyles } from '../../domains/lifestyle/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import { type Random, randomOf } from '../random.ts'

type StepRow = typeof steps.$inferInsert
type SleepRow = typeof sleeps.$inferInsert
type Life = { steps: readonly StepRow[]; nights: readonly SleepRow[] }

/** Number of days with samples, by patient index. The other patients have no devices. */
const daysWithDevices = [14, 7, 7]
/** Number of days for which the old watch has sent nothing. */
const oldWatchDays = 3
const [minuteMs, hourMs] = [60_000, 3_600_000]
const bucketMs = 20 * minuteMs

const watch: DeviceSource = { maker: 'Apple', model: 'Apple Watch Series 9', app: 'ヘルスケア' }
const phone: DeviceSource = { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' }
const oldWatch: DeviceSource = { maker: 'Fitbit', model: 'Fitbit Charge 6', app: 'Fitbit' }

/** The first day whose numbers come from samples; a day in the far future for patients without devices. */
export const firstDeviceDay = ({ index, edgeCase }: DemoPatient, today: string): string =>
  edgeCase === undefined && index < daysWithDevices.length ? addDays(today, 1 - daysWithDevices[index]!) : '9999-12-31'

const units: Partial<Record<SampleType, string>> = {
  distance: 'm',
  active_energy: 'kcal',
  basal_energy: 'kcal',
  sleep: 'stage',
  heart_rate: 'bpm',
  body_weight: 'kg',
}

const sample = (type: SampleType, start: number, end: number, value: number, source: DeviceSource): Sample => ({
  record_id: `demo-${type}-${source.model.replaceAll(' ', '')}-${start}`,
  type,
  value,
  unit: units[type] ?? 'count',
  started_at: new Date(start).toISOString(),
  ended_at: new Date(end).toISOString(),
  zone_offset: 540,
  source,
})

/** Whole numbers that add up to the total. */
const splitTotal = (total: number, parts: number, r: Random): number[] => {
  const weights = Array.from({ length: parts }, () => 0.2 + r.next())
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counts = weights.map((weight) => Math.floor((total * weight) / sum))
  counts[parts - 1]! += total - counts.reduce((all, count) => all + count, 0)
  return counts
}

/** The samples of a day. The watch counts most steps; the phone counts those while the watch charges at noon, and most of the other walks too. */
const daySamples = ({ measured_on, count }: StepRow, now: Date, r: Random): Sample[] => {
  const midnight = tokyoStartOfDay(measured_on).getTime()
  const until = Math.min(midnight + 21 * hourMs, now.getTime() - 10 * minuteMs)
  const [from, noon] = [midnight + 7 * hourMs, midnight + 12 * hourMs]
  // the day is today and it is not yet early afternoon
  if (until < noon + 2 * hourMs) return []
  const buckets = Math.floor((until - from) / bucketMs)
  const starts = Array.from({ length: buckets }, (_, at) => from + at * bucketMs)
  const isCharging = (start: number) => start >= noon && start < noon + hourMs
  const worn = starts.filter((start) => !isCharging(start))
  const alone = starts.filter(isCharging)
  const onPhone = Math.round(count * (0.06 + 0.06 * r.next()))
  const watchCounts = splitTotal(count - onPhone, worn.length, r)
  return [
    ...worn.map((start, at) => sample('steps', start, start + bucketMs, watchCounts[at]!, watch)),
    ...splitTotal(onPhone, alone.length, r).map((value, at) => sample('steps', alone[at]!, alone[at]! + bucketMs, value, phone)),
    // the phone counts most of the same walks, with slightly fewer steps
    ...worn.flatMap((start, at) => (r.chance(0.8) ? [sample('steps', start, start + bucketMs, Math.round(watchCounts[at]! * 0.95), phone)] : [])),
    ...worn.map((start, at) => sample('distance', start, start + bucketMs, Math.round(watchCounts[at]! * 0.69), watch)),
    ...worn.map((start, at) => sample('active_energy', start, start + bucketMs, Math.round(watchCounts[at]! * 0.54) / 10, watch)),
    ...[0, 8, 16].flatMap((hour) => {
      const [start, end] = [midnight + hour * hourMs, Math.min(midnight + (hour + 8) * hourMs, now.getTime())]
      return end > start ? [sample('basal_energy', start, end, Math.round((end - start) / hourMs) * 58, watch)] : []
    }),
    ...worn.filter((_, at) => at % 9 === 4).map((start) => sample('stairs', start, start + bucketMs, r.between(1, 2), phone)),
    ...worn.filter((start) => (start - from) % hourMs === 0).map((start) => sample('stand_hour', start, start + hourMs, r.chance(0.85) ? 1 : 0, watch)),
    ...worn.filter((_, at) => at % 6 === 0).map((start) => sample('heart_rate', start, start, r.between(58, 92), watch)),
  ].filter(({ ended_at }) => Date.parse(ended_at) <= now.getTime())
}

/** Whether the sample would be of the phone at a time when it was off: from an evening to the next morning. */
const isOff = ({ source, type, started_at }: Sample, today: string) =>
  source.model === phone.model && type !== 'sleep' && started_at >= at(addDays(today, -3), 19) && started_at < at(addDays(today, -2), 10)
const at = (day: string, hour: number) => new Date(tokyoStartOfDay(day).getTime() + hour * hourMs).toISOString()

/** Steps that the old watch counted on the same walks. */
const oldWatchSamples = ({ measured_on, count }: StepRow, r: Random): Sample[] => {
  const start = tokyoStartOfDay(measured_on).getTime() + 15 * hourMs
  return splitTotal(Math.round(count * 0.2), 6, r).map((value, at) => sample('steps', start + at * bucketMs, start + (at + 1) * bucketMs, value, oldWatch))
}

/** The samples of a night: sleep stages of the watch, and time in bed of the phone. */
const nightSamples = ({ started_at, ended_at }: SleepRow): Sample[] => {
  const [start, end] = [Date.parse(started_at), Date.parse(ended_at)]
  const [core, deep, rem] = [3, 4, 5]
  const stages = [core, deep, core, rem, core]
  const ends = stages.map((_, at) => start + Math.round(((end - start) * (at + 1)) / stages.length / minuteMs) * minuteMs)
  ends[stages.length - 1] = end
  return [
    ...stages.map((stage, at) => sample('sleep', at ? ends[at - 1]! : start, ends[at]!, stage, watch)),
    sample('sleep', start - 15 * minuteMs, end, 0, phone),
  ]
}

/** Sends the samples of a patient’s devices, as the app on the phone would, and derives the numbers of the days. */
export const addDevices = async (db: Db, patient: DemoPatient, { steps: stepRows, nights }: Life, now: Date): Promise<void> => {
  const r = randomOf('devices', patient.index)
  const today = tokyoDay(now)
  const days = stepRows.toReversed()
  if (!days.length && !nights.length) return
  const isOld = (day: string) => daysBetween(day, today) > oldWatchDays
  const samplesOf = (isOldPart: boolean) => [
    ...days.filter(({ measured_on }) => isOld(measured_on) === isOldPart).flatMap((day) => daySamples(day, now, r).filter((record) => !isOff(record, today))),
    ...nights.filter(({ ended_at }) => isOld(tokyoDay(ended_at)) === isOldPart).flatMap(nightSamples),
  ]
  const scope = systemScope(db)
  const send = (samples: Sample[], at: Date, denied_types: SampleType[] = []) =>
    // the days are derived below
    receiveSamples({ clock: () => at, jobs: { send: async () => {}, cancel: async () => {} } }, scope, 'apple_health', {
      user_id: patient.id,
      samples,
      denied_types,
    })
  const before = new Date(now.getTime() - oldWatchDays * 24 * hourMs)
  const old = days.filter(({ measured_on }) => isOld(measured_on))
  await send([...samplesOf(true), ...(patient.index === 0 ? old.flatMap((day) => oldWatchSamples(day, r)) : [])], before)
  const weight = sample('body_weight', before.getTime(), before.getTime(), 58.4, { maker: 'OMRON', model: 'HBF-228T', app: 'OMRON connect' })
  await send([...samplesOf(false), weight], new Date(now.getTime() - 5 * minuteMs), patient.index === 0 ? ['heart_rate'] : [])
  while ((await derivePart(scope, patient.id, now)).isLeft);
  await backdate(scope, patient.id, firstDeviceDay(patient, today))
}

/** Sets the times of derived rows as if they had been derived on their days, so that a seed at the same moment always gives the same data. */
const backdate = async (scope: PatientScope, user_id: number, day: string) => {
  const from = tokyoStartOfDay(day).toISOString()
  await scope
    .update(steps)
    .set({ updated_at: sql`${steps.created_at}` })
    .where(and(eq(steps.user_id, user_id), gte(steps.measured_on, day)))
  await scope
    .update(lifestyles)
    .set({ created_at: sql`${lifestyles.answered_at}` })
    .where(and(eq(lifestyles.user_id, user_id), gte(lifestyles.answered_at, from), isNull(lifestyles.questionnaire_id)))
  await scope
    .update(sleeps)
    .set({ created_at: sql`${sleeps.ended_at}` })
    .where(and(eq(sleeps.user_id, user_id), gte(sleeps.woke_on, day)))
}
