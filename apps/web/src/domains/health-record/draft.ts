import { formatNumber } from '@sukoyaka/rules/record/answer'
import { tokyoDay, tokyoInstant } from '@sukoyaka/rules/time'
import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import type { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/tokyo.ts'
import { lengthOf } from '../../ui/form/length.ts'
import { parseTypedNumber, parseTypedTime } from './words.ts'

type T = ReturnType<typeof useTranslation<'health_record'>>['t']

/** Unsaved record; `values` has the typed text of each value, by the names of its category and of the value. `sent`: the reading that was sent last, if any. */
export type Draft = { category: string; values: Record<string, Record<string, string>>; text: string; day: string | null; time: string; sent?: SentReading }
/** The moment under which a reading was sent, and what was typed for it. */
type SentReading = { recorded_at: string; typed: string }
export const maxTextLength = 2000

/** Day and time of now, as a draft has them. */
export const momentNow = () => {
  const now = new Date()
  return { day: tokyoDay(now), time: formatTime(now) }
}

const minute = 60_000

/**
 * The reading to send for a draft whose fields say `at`. The fields have no seconds: a time of the current minute gets those of now, so that two readings of a
 * minute differ. The same reading sent again, because the reply did not come, keeps its moment, so that the server recognises the request.
 */
export const readingToSend = ({ category, values, day, time, sent }: Draft, at: Date): SentReading => {
  const typed = JSON.stringify([category, values[category], day, time])
  if (sent?.typed === typed) return sent
  const now = new Date()
  return { recorded_at: (now.getTime() - at.getTime() < minute ? now : at).toISOString(), typed }
}

export const newDraft = (category: string, moment: Pick<Draft, 'day' | 'time'>): Draft => ({ category, values: {}, text: '', ...moment })

export const draftOf = ({ values, text, recorded_at }: HealthRecord, category: HealthRecordCategory): Draft => ({
  category: category.name,
  values: { [category.name]: Object.fromEntries(values.map(({ name, value }) => [name, String(value)])) },
  text,
  day: tokyoDay(recorded_at),
  time: formatTime(new Date(recorded_at)),
})

/** Values and time to save, and the errors of the fields. Without errors `at` is defined. */
export const validate = (draft: Draft, category: HealthRecordCategory, t: T) => {
  const errors: Record<string, string | boolean> = {}
  const values = category.values.map(({ name, possible }) => {
    const text = draft.values[category.name]?.[name] ?? ''
    const value = parseTypedNumber(text)
    if (!text.trim()) errors[`values.${name}`] = t('form.missing')
    else if (value === undefined) errors[`values.${name}`] = t('form.number')
    else if (value < possible.min || value > possible.max)
      errors[`values.${name}`] = t('form.range', { min: formatNumber(possible.min, 1), max: formatNumber(possible.max, 1) })
    return { name, value: value ?? 0 }
  })
  const [first, second] = category.values
  if (second && !errors[`values.${first!.name}`] && !errors[`values.${second.name}`] && values[0]!.value <= values[1]!.value)
    errors[`values.${second.name}`] = t('form.order', { first: first!.display_name })
  if (category.value_kind === 'text' && !draft.text.trim()) errors.text = t('form.missing')
  if (lengthOf(draft.text) > maxTextLength) errors.text = true
  const time = parseTypedTime(draft.time)
  if (!draft.day) errors.day = t('form.missing')
  if (!time) errors.time = t('form.time')
  const at = draft.day && time ? tokyoInstant(draft.day, time) : undefined
  if (at && at.getTime() > Date.now()) errors.time = t('form.future')
  return { errors, values, at }
}
