import type { Dosage, MedicationStatement, TimingRepeat } from '@medplum/fhirtypes'
import { canFollow, earliest, isPartialDay } from '@sukoyaka/rules/partial-day'
import { timingNames } from '@sukoyaka/rules/record/medication'
import { endedAfter, lastDayOf } from '@sukoyaka/rules/record/medication-period'
import { type Timing, timings } from '@sukoyaka/wire/record/medication'
import { type BaseRow, code, coded, codeIn, metaOf, noteOf, patientOf, systems } from './coding.ts'
import { partialDay } from './condition.ts'
import { restOf, timeUnits, wordsOf } from './dosage-text.ts'

export type MedicineRow = BaseRow & {
  code: string | null
  name: string
  strength: string
  daily_volume: string
  divided_times: number | null
  timing: Timing[]
  started_on: string | null
  ended_on: string | null
  is_over: boolean
  memo: string
}
export type SupplementRow = Omit<MedicineRow, 'strength' | 'daily_volume' | 'divided_times' | 'timing'>

type Event = NonNullable<TimingRepeat['when']>[number]
/** HL7's codes of the events of a day; some of our timings have none. */
const events: Partial<Record<Timing, Event>> = {
  on_waking: 'WAKE',
  before_breakfast: 'ACM',
  after_breakfast: 'PCM',
  before_lunch: 'ACD',
  after_lunch: 'PCD',
  before_dinner: 'ACV',
  after_dinner: 'PCV',
  before_sleep: 'HS',
}

/** Prefix of the strength in `patientInstruction`, by which the import finds it again. */
const strengthLabel = '規格: '

type DosageFields = Pick<MedicineRow, 'strength' | 'daily_volume' | 'divided_times' | 'timing'>
const dosageOf = ({ strength, daily_volume, divided_times, timing }: DosageFields): MedicationStatement['dosage'] => {
  const text = [daily_volume && `1日量 ${daily_volume}`, divided_times && `分${divided_times}`, ...timing.map((item) => timingNames[item])]
    .filter(Boolean)
    .join(' ')
  const when = timing.flatMap((item) => events[item] ?? [])
  if (!text && !strength) return undefined
  return [
    {
      ...(text && { text }),
      ...(strength && { patientInstruction: `${strengthLabel}${strength}` }),
      ...(timing.includes('as_needed') && { asNeededBoolean: true }),
      ...((when.length || divided_times) && {
        timing: {
          repeat: { ...(divided_times && { frequency: divided_times, period: 1, periodUnit: 'd' as const }), ...(when.length && { when }) },
        },
      }),
    },
  ]
}

const common = (row: SupplementRow, id: string, system: string): MedicationStatement => {
  // in FHIR, the end of a period belongs to the period
  const last = lastDayOf(row)
  return {
    resourceType: 'MedicationStatement',
    id,
    meta: metaOf(row, 'MedicationStatement'),
    status: row.is_over ? 'completed' : 'active',
    medicationCodeableConcept: coded(row.name, [code(system, row.code, row.name)]),
    subject: patientOf(row),
    ...((row.started_on || last) && { effectivePeriod: { ...(row.started_on && { start: row.started_on }), ...(last && { end: last }) } }),
    ...noteOf(row.memo),
  }
}

export const toMedicineStatement = (row: MedicineRow): MedicationStatement => {
  const dosage = dosageOf(row)
  return { ...common(row, `medicine-${row.id}`, systems.medicine), ...(dosage && { dosage }) }
}
export const toSupplementStatement = (row: SupplementRow): MedicationStatement => common(row, `supplement-${row.id}`, systems.supplement)

export type ReadMedicine = {
  isSupplement: boolean
  code: string | undefined
  name: string
  strength: string
  daily_volume: string
  divided_times: number | null
  timing: Timing[]
  started_on: string | null
  ended_on: string | null
  /** Whether the end is only the day by which the intake had ended. */
  isEndUnknown: boolean
  memo: string
}

const dayOf = (date: string | undefined) => partialDay(date)

const maxTimes = 12
const periodNames: Record<string, string> = { ...timeUnits, a: '年' }

/**
 * How often a medicine is taken: the times a day, or a text such as `1週間に1回` for what is not 1 to 12 times a day. Throws TypeError if the frequency or
 * the period is no number.
 */
const frequencyOf = ({ frequency, frequencyMax, period, periodMax, periodUnit = 'd' }: TimingRepeat) => {
  const numbers = [frequency, frequencyMax, period, periodMax].filter((item) => item !== undefined)
  if (numbers.some((item) => typeof item !== 'number')) throw new TypeError('no number')
  if (!numbers.length) return { divided_times: null, rhythm: '' }
  const upTo = (max: number | undefined) => (max === undefined ? '' : `〜${max}`)
  const span = `${period ?? 1}${upTo(periodMax)}${periodNames[periodUnit] ?? periodUnit}`
  if (frequency === undefined) return { divided_times: null, rhythm: frequencyMax === undefined ? `${span}ごと` : `${span}に${frequencyMax}回まで` }
  const isDaily = span === '1日' && frequencyMax === undefined && Number.isInteger(frequency) && frequency >= 1 && frequency <= maxTimes
  return isDaily ? { divided_times: frequency, rhythm: '' } : { divided_times: null, rhythm: `${span}に${frequency}${upTo(frequencyMax)}回` }
}

const maxLength = 50
const volumeLabel = '1日量 '

/** The daily volume in a text. In a text that we exported, it ends where the times and the timing begin. */
const volumeIn = (text: string, { divided_times, timing }: Pick<DosageFields, 'divided_times' | 'timing'>): string => {
  const ending = [divided_times && `分${divided_times}`, ...timing.map((item) => timingNames[item])].filter(Boolean).join(' ')
  const isExported = text.startsWith(volumeLabel) && (!ending || text.endsWith(` ${ending}`))
  const exported = isExported ? text.slice(volumeLabel.length, ending ? -ending.length - 1 : undefined) : ''
  const found = [exported, /1日量 (\S+)/.exec(text)?.[1] ?? '']
  return found.find((volume) => volume && volume.length <= maxLength) ?? ''
}

/** The fields of a dosage. `rest`: in words all that the fields do not hold exactly. */
const readDosage = (dosage: Dosage): DosageFields & { rest: string } => {
  const { text = '', patientInstruction, asNeededBoolean, asNeededCodeableConcept } = dosage
  const repeat = dosage.timing?.repeat ?? {}
  const when: readonly (Event | undefined)[] = repeat.when ?? []
  const isAsNeeded = asNeededBoolean === true || asNeededCodeableConcept !== undefined
  const timing = timings.filter(
    (item) => text.includes(timingNames[item]) || (events[item] && when.includes(events[item])) || (item === 'as_needed' && isAsNeeded),
  )
  const { divided_times, rhythm } = frequencyOf(repeat)
  const instructed = patientInstruction?.startsWith(strengthLabel) ? patientInstruction.slice(strengthLabel.length) : ''
  const fields = { strength: instructed.length > maxLength ? '' : instructed, daily_volume: volumeIn(text, { divided_times, timing }), divided_times, timing }
  const [held = {}] = dosageOf(fields) ?? []
  const { frequency, frequencyMax, period, periodMax, periodUnit } = repeat
  const heldRepeat = { frequency, frequencyMax, period, periodMax, periodUnit, when: held.timing?.repeat?.when }
  const all = { ...held, sequence: 1, asNeededBoolean: timing.includes('as_needed'), timing: { repeat: heldRepeat } }
  return { ...fields, rest: [rhythm, wordsOf(restOf(dosage, all))].filter(Boolean).join(' ') }
}

/** A dosage in words, for those that the record has no fields for: all but the first of a medicine, and any of a supplement. */
const dosageInWords = (dosage: Dosage): string => {
  const { frequency, frequencyMax, period, periodMax, periodUnit } = dosage.timing?.repeat ?? {}
  const heldRepeat = { frequency, frequencyMax, period, periodMax, periodUnit }
  return [frequencyOf(heldRepeat).rhythm, wordsOf(restOf(dosage, { timing: { repeat: heldRepeat } }))].filter(Boolean).join(' ')
}

const endedNames: Partial<Record<NonNullable<MedicationStatement['status']>, string>> = {
  completed: '服用終了（日付不明）',
  stopped: '服用中止（日付不明）',
}
const pausedOrPlanned: readonly MedicationStatement['status'][] = ['on-hold', 'intended']

/** The day by which an intake had ended: that of the statement, of its last change or today; the first that is not before the start. */
const endedBy = ({ dateAsserted, meta }: MedicationStatement, started_on: string | null, today: string): string =>
  [dateAsserted, meta?.lastUpdated].map(dayOf).find((day) => day && isPartialDay(day) && earliest(day) <= today && canFollow(started_on, day)) ?? today

/**
 * A medicine or supplement, or why it cannot be stored. What the fields do not hold exactly is kept as text in the memo. An intake that the status says has
 * ended gets an end even if the statement gives none that has passed, because the record shows an intake without one as taken now.
 */
export const readMedicationStatement = (
  statement: MedicationStatement,
  today: string,
): ReadMedicine | { reason: 'entered_in_error' | 'not_taken' | 'empty' } => {
  const { status } = statement
  if (status === 'entered-in-error') return { reason: 'entered_in_error' }
  const end = dayOf(statement.effectivePeriod?.end)
  const hasEnded = end !== null && earliest(end) <= today
  if (status === 'not-taken' || (pausedOrPlanned.includes(status) && !hasEnded)) return { reason: 'not_taken' }
  const concept = statement.medicationCodeableConcept
  const supplement = codeIn(concept, [systems.supplement])
  const name = concept?.text ?? concept?.coding?.[0]?.display ?? ''
  if (!name) return { reason: 'empty' }
  const dosages = statement.dosage ?? []
  // supplements have no fields for a dosage
  const [first = {}, ...others] = supplement === undefined ? dosages : [{}, ...dosages]
  const { rest, ...fields } = readDosage(first)
  const notes = (statement.note ?? []).map((note) => note.text)
  const started_on = dayOf(statement.effectivePeriod?.start ?? statement.effectiveDateTime)
  const ended = hasEnded ? undefined : endedNames[status]
  return {
    isSupplement: supplement !== undefined,
    code: supplement ?? codeIn(concept, [systems.medicine]),
    name,
    ...fields,
    started_on,
    ended_on: ended ? endedBy(statement, started_on, today) : endedAfter(end),
    isEndUnknown: ended !== undefined,
    memo: [...notes, rest, ...others.map(dosageInWords), ended].filter(Boolean).join('\n'),
  }
}
