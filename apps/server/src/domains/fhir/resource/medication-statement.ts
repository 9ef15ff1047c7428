import type { MedicationStatement, TimingRepeat } from '@medplum/fhirtypes'
import { timingNames } from '@sukoyaka/rules/record/medication'
import { type Timing, timings } from '@sukoyaka/wire/record/medication'
import { type BaseRow, code, coded, codeIn, metaOf, noteOf, patientOf, systems } from './coding.ts'
import { partialDay } from './condition.ts'

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

/** HL7's codes of events of the day; none for those without. */
type Event = NonNullable<TimingRepeat['when']>[number]
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

const dosageOf = ({ strength, daily_volume, divided_times, timing }: MedicineRow): MedicationStatement['dosage'] => {
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

const common = (row: SupplementRow, id: string, system: string): MedicationStatement => ({
  resourceType: 'MedicationStatement',
  id,
  meta: metaOf(row, 'MedicationStatement'),
  status: row.is_over ? 'completed' : 'active',
  medicationCodeableConcept: coded(row.name, [code(system, row.code, row.name)]),
  subject: patientOf(row),
  ...((row.started_on || row.ended_on) && {
    effectivePeriod: { ...(row.started_on && { start: row.started_on }), ...(row.ended_on && { end: row.ended_on }) },
  }),
  ...noteOf(row.memo),
})

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
  memo: string
}

const dayOf = (date: string | undefined) => partialDay(date)

const maxTimes = 12
const periodNames: Record<string, string> = { min: '分', h: '時間', d: '日', wk: '週間', mo: 'か月', a: '年' }

/**
 * How often a medicine is taken: the times a day, or a text such as `1週間に1回` for what is not 1 to 12 times a day. Throws TypeError if the frequency or
 * the period is no number.
 */
const frequencyOf = ({ frequency, period = 1, periodUnit = 'd' }: { frequency?: number; period?: number; periodUnit?: string }) => {
  if (frequency === undefined) return { divided_times: null, rhythm: '' }
  if (typeof frequency !== 'number' || typeof period !== 'number') throw new TypeError('no number')
  const isDaily = period === 1 && periodUnit === 'd' && Number.isInteger(frequency) && frequency >= 1 && frequency <= maxTimes
  return isDaily
    ? { divided_times: frequency, rhythm: '' }
    : { divided_times: null, rhythm: `${period}${periodNames[periodUnit] ?? periodUnit}に${frequency}回` }
}

/**
 * A medicine or supplement, or why it cannot be stored. The first dosage is read: its text is kept in the memo if neither a daily volume nor a timing was
 * found, and so is a frequency that has no field.
 */
export const readMedicationStatement = (statement: MedicationStatement): ReadMedicine | { reason: 'entered_in_error' | 'not_taken' | 'empty' } => {
  if (statement.status === 'entered-in-error') return { reason: 'entered_in_error' }
  if (statement.status === 'not-taken') return { reason: 'not_taken' }
  const concept = statement.medicationCodeableConcept
  const supplement = codeIn(concept, [systems.supplement])
  const name = concept?.text ?? concept?.coding?.[0]?.display ?? ''
  if (!name) return { reason: 'empty' }
  const [dosage] = statement.dosage ?? []
  const text = dosage?.text ?? ''
  const when: readonly (Event | undefined)[] = dosage?.timing?.repeat?.when ?? []
  const timing = timings.filter((item) => text.includes(timingNames[item]) || (events[item] && when.includes(events[item])))
  const daily_volume = /1日量 (\S+)/.exec(text)?.[1] ?? ''
  const isOurs = Boolean(daily_volume) || timing.length > 0
  const strength = dosage?.patientInstruction?.startsWith(strengthLabel) ? dosage.patientInstruction.slice(strengthLabel.length) : ''
  const { divided_times, rhythm } = frequencyOf(dosage?.timing?.repeat ?? {})
  return {
    isSupplement: supplement !== undefined,
    code: supplement ?? codeIn(concept, [systems.medicine]),
    name,
    strength,
    daily_volume,
    divided_times,
    timing,
    started_on: dayOf(statement.effectivePeriod?.start ?? statement.effectiveDateTime),
    ended_on: dayOf(statement.effectivePeriod?.end),
    memo: [...(statement.note ?? []).map((note) => note.text), ...(isOurs || !text ? [] : [text]), rhythm].filter(Boolean).join('\n'),
  }
}
