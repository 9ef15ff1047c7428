import { verdictOn } from '@sukoyaka/rules/record/judge'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { selfMeasured } from '@sukoyaka/wire/record/health-record'
import type { Db } from '../../database/db.ts'
import { test_results } from '../../domains/checkup/tables.ts'
import { health_record_categories, health_records } from '../../domains/health-record/tables.ts'
import { notebookValues } from '../files/notebook.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { hasHistory } from './answers.ts'
import { type Measured, measuredCategories } from './measure.ts'

type Category = typeof health_record_categories.$inferSelect
type RecordRow = typeof health_records.$inferInsert
type ResultRow = typeof test_results.$inferInsert
type DemoRecord = { name: string; daysAgo: number; hour: number; values?: { name: string; value: number }[]; text?: string }

const notes: Record<'symptom_note' | 'exercise_note' | 'medication_note', readonly string[]> = {
  symptom_note: ['午後から少し頭が重い。早めに休んだ。', '階段で息が切れた。休むとすぐに落ち着いた。', '右肩がこる。入浴すると楽になる。'],
  exercise_note: ['夕方に30分ウォーキング', '自宅でストレッチ15分', '週末に公園を1時間歩いた'],
  medication_note: ['朝の薬を飲み忘れ、昼に服用', '薬を変えてから体調は変わらない'],
}

const pressure = (daysAgo: number, hour: number, systolic: number, diastolic: number): DemoRecord => ({
  name: 'blood_pressure',
  daysAgo,
  hour,
  values: [
    { name: 'systolic', value: systolic },
    { name: 'diastolic', value: diastolic },
  ],
})

const demoRecordsOf = (patient: DemoPatient): DemoRecord[] => {
  const r = randomOf('health records', patient.index)
  const isSaeki = patient.index === 0
  const upper = isSaeki ? 136 : 112 + ((patient.index * 13) % 30)
  const pressures = Array.from({ length: isSaeki ? 24 : r.between(2, 6) }, (_, at): DemoRecord => {
    const systolic = Math.round(upper + r.normal() * (isSaeki ? 3 : 5))
    const diastolic = Math.round(systolic * 0.61 + r.normal() * 3)
    // 佐伯’s newest readings are the lines of her photographed notebook, except its last line, which is of today
    const written = isSaeki ? notebookValues.at(-2 - at) : undefined
    return pressure(at * (isSaeki ? 1 : 6) + 1, 7, written?.[0] ?? systolic, written?.[1] ?? diastolic)
  })
  const typical = isSaeki ? 58.2 : 50 + ((patient.index * 7) % 30)
  const weights = Array.from({ length: isSaeki ? 12 : r.between(1, 4) }, (_, at): DemoRecord => {
    const value = Math.round((typical + at * 0.06 + r.normal() * 0.3) * 10) / 10
    return { name: 'body_weight', daysAgo: at * 7 + 1, hour: 7, values: [{ name: 'value', value }] }
  })
  const textRecords = (Object.keys(notes) as (keyof typeof notes)[]).flatMap((name): DemoRecord[] =>
    isSaeki || r.chance(0.3) ? [{ name, daysAgo: r.between(2, 40), hour: r.between(9, 21), text: r.pick(notes[name]) }] : [],
  )
  const temperature: DemoRecord = { name: 'body_temperature', daysAgo: 3, hour: 8, values: [{ name: 'value', value: 36.4 }] }
  return [...pressures, ...weights, ...textRecords, ...(isSaeki ? [temperature] : [])]
}

/** A note of the max length without spaces. */
const longNote: DemoRecord = { name: 'symptom_note', daysAgo: 5, hour: 12, text: 'ず'.repeat(1_000) + 'a'.repeat(1_000) }

const momentOf = (today: string, { daysAgo, hour }: Pick<DemoRecord, 'daysAgo' | 'hour'>) =>
  new Date(tokyoStartOfDay(addDays(today, -daysAgo)).getTime() + hour * 3_600_000).toISOString()

const resultRow = (patient: DemoPatient, category: Measured, origin: string, value: number, recorded_at: string): ResultRow => ({
  user_id: patient.id,
  category_id: category.id,
  recorded_at,
  type: 0,
  origin,
  value,
  ...verdictOn(category, category.ranges, patient, { value, recorded_at }),
  created_at: recorded_at,
  updated_at: recorded_at,
})

/** 佐伯’s sphygmomanometer sends one evening reading. */
const deviceReading = [
  ['home_systolic_blood_pressure', 131],
  ['home_diastolic_blood_pressure', 82],
  ['pulse_rate', 68],
] as const

/**
 * Inserts people’s own health records, and the numbers in them as results, as the server does: blood pressure as home blood pressure. Adds the reading of 佐伯’s
 * device.
 */
export const addSelfRecords = async (db: Db, people: DemoPatient[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  const categories = new Map((await db.select().from(health_record_categories)).map((category): [string, Category] => [category.name, category]))
  const measured = await measuredCategories(db)
  const records: RecordRow[] = []
  const results: ResultRow[] = []
  for (const patient of people) {
    const demoRecords = patient.edgeCase === 'hostile' ? [longNote] : hasHistory(patient) ? demoRecordsOf(patient) : []
    for (const { name, values = [], text = '', ...time } of demoRecords) {
      const category = categories.get(name)!
      const recorded_at = momentOf(today, time)
      records.push({
        user_id: patient.id,
        category_id: category.id,
        recorded_at,
        values,
        text,
        created_by: patient.id,
        created_at: recorded_at,
        updated_at: recorded_at,
      })
      for (const { name: part, value } of values)
        results.push(resultRow(patient, measured.get(category.values.find((item) => item.name === part)!.numeric_category)!, selfMeasured, value, recorded_at))
    }
    if (patient.index === 0)
      for (const [name, value] of deviceReading)
        results.push(resultRow(patient, measured.get(name)!, '血圧計', value, momentOf(today, { daysAgo: 2, hour: 21.5 })))
  }
  await insertRows(db, health_records, records)
  await insertRows(db, test_results, results)
}
