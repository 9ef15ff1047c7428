import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { maxSteps } from '@sukoyaka/wire/record/activity'
import type { DayKind, preferDevice, TypedValue } from '@sukoyaka/wire/record/device-day'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { requirePatient } from '../../patient/require-store.ts'
import { explainDay } from '../explain-store.ts'
import { lockDevices } from '../sample-store.ts'
import { removeTyped, restoreTyped } from '../typed-store.ts'
import { deriveGivenDays } from './derive-days.ts'

const dayMs = 24 * 3_600_000

/** Sleep is typed as spans that may reach beyond the day, everything else as a value. */
const assertTyped = ({ value, spans }: TypedValue, { day, kind }: { day: string; kind: DayKind }, now: Date) => {
  const isSleep = kind === 'sleep'
  assertValid({
    'typed.value': isSleep
      ? value !== null && 'not_allowed'
      : value === null
        ? 'required'
        : kind === 'steps' && ((!Number.isInteger(value) && 'not_a_step') || (value > maxSteps && 'too_large')),
    'typed.spans': !isSleep ? spans.length > 0 && 'not_allowed' : spans.length === 0 && 'required',
  })
  for (const [index, { started_at, ended_at }] of spans.entries()) {
    const length = Date.parse(ended_at) - Date.parse(started_at)
    const wokeOn = tokyoDay(ended_at)
    assertValid({
      [`typed.spans.${index}.ended_at`]:
        (length <= 0 && 'before_start') ||
        (length > dayMs && 'over_a_day') ||
        (Date.parse(ended_at) > now.getTime() && 'in_future') ||
        ((wokeOn < addDays(day, -1) || wokeOn > addDays(day, 1)) && 'not_allowed'),
    })
  }
}

/**
 * Chooses between the typed and the measured number of a day. Without `typed`, removes what was typed by hand if it keeps the measured number from
 * counting. With `typed`, stores a removed value again in place of the measured one.
 */
export const prefer = async (scope: PatientScope, { typed, ...number }: Input<typeof preferDevice>, now: Date): Promise<Reply<typeof preferDevice>> => {
  const { user_id, day, kind } = number
  await requirePatient(scope, user_id)
  await lockDevices(scope, user_id)
  let removed: TypedValue | null = null
  if (typed) {
    assertValid({ day: day > tokyoDay(now) && 'in_future' })
    assertTyped(typed, number, now)
    await restoreTyped(scope, user_id, { day, kind, typed })
  } else {
    const why = await explainDay(scope, number)
    if (why.landing !== 'kept') return { ...why, removed }
    const spans = why.sources.flatMap((source) => source.spans.filter((span) => span.is_counted))
    removed = await removeTyped(scope, user_id, { day, kind, spans })
  }
  // a typed night may also have replaced one that was measured on the day before or after
  const days = kind === 'sleep' ? [-1, 0, 1].map((n) => addDays(day, n)).filter((each) => each <= tokyoDay(now)) : [day]
  await deriveGivenDays(scope, user_id, days, now)
  return { ...(await explainDay(scope, number)), removed }
}
