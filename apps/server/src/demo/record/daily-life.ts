import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { asc } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { sleeps, steps } from '../../domains/activity/tables.ts'
import { health_record_categories, health_records } from '../../domains/health-record/tables.ts'
import { lifestyle_categories, lifestyles } from '../../domains/lifestyle/tables.ts'
import { symptom_categories, symptoms } from '../../domains/symptom/tables.ts'
import { dailyValuesFor, sleepsFor, stepsFor } from '../days.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'
import { answersFor, hasHistory } from './answers.ts'
import { addForms } from './questionnaires.ts'

type RecordRow = typeof health_records.$inferInsert
type DemoRecord = { name: string; daysAgo: number; hour: number; values?: { name: string; value: number }[]; text?: string }

const notes: Record<'symptom_note' | 'exercise_note' | 'medication_note', readonly string[]> = {
  symptom_note: ['午後から少し頭が重い。早めに休んだ。', '階段で息が切れた。休むとすぐに落ち着いた。', '右肩がこる。入浴すると楽になる。'],
  exercise_note: ['夕方に30分ウォーキング', '自宅でストレッチ15分', '週末に公園を1時間歩いた'],
  medication_note: ['朝の薬を飲み忘れ、昼に服用', '薬を変えてから体調は変わらない'],
}

const demoRecordsOf = (patient: DemoPatient): DemoRecord[] => {
  const r = randomOf('health records', patient.index)
  const isSaeki = patient.index === 0
  const upper = isSaeki ? 134 : 112 + ((patient.index * 13) % 30)
  const pressures = Array.from({ length: isSaeki ? 24 : r.between(2, 6) }, (_, at): DemoRecord => {
    const systolic = Math.round(upper + r.normal() * 5)
    return {
      name: 'blood_pressure',
      daysAgo: at * (isSaeki ? 1 : 6) + 1,
      hour: 7,
      values: [
        { name: 'systolic', value: systolic },
        { name: 'diastolic', value: Math.round(systolic * 0.61 + r.normal() * 3) },
      ],
    }
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

const recordsFor = (patient: DemoPatient, ids: ReadonlyMap<string, number>, today: string): RecordRow[] => {
  const demoRecords = patient.trial === 'hostile' ? [longNote] : hasHistory(patient) ? demoRecordsOf(patient) : []
  return demoRecords.map(({ name, daysAgo, hour, values = [], text = '' }) => {
    const recorded_at = new Date(tokyoStartOfDay(addDays(today, -daysAgo)).getTime() + hour * 3_600_000).toISOString()
    return { user_id: patient.id, category_id: ids.get(name)!, recorded_at, values, text, created_by: patient.id, created_at: recorded_at }
  })
}

/** Inserts questionnaire answers, steps, sleep and health records. */
export const addLife = async (db: Db, people: DemoPatient[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  const categories = await db.select().from(lifestyle_categories).orderBy(asc(lifestyle_categories.id))
  const catalogue = {
    lifestyles: categories.filter(({ line_chart }) => !line_chart),
    symptoms: await db.select().from(symptom_categories).orderBy(asc(symptom_categories.id)),
  }
  const record_ids = new Map((await db.select().from(health_record_categories)).map(({ name, id }) => [name, id]))
  const patientData = people.map((patient) => ({ patient, answers: answersFor(patient, catalogue, today), stepRows: stepsFor(patient, today) }))
  await addForms(
    db,
    patientData.map(({ answers }) => answers),
    catalogue,
  )
  await insertRows(
    db,
    symptoms,
    patientData.flatMap(({ answers }) => answers.symptoms),
  )
  await insertRows(
    db,
    lifestyles,
    patientData.flatMap(({ patient, answers, stepRows }) => [...answers.lifestyles, ...dailyValuesFor(patient, categories, stepRows)]),
  )
  await insertRows(
    db,
    steps,
    patientData.flatMap(({ stepRows }) => stepRows),
  )
  await insertRows(
    db,
    sleeps,
    people.flatMap((patient) => sleepsFor(patient, today, now)),
  )
  await insertRows(
    db,
    health_records,
    people.flatMap((patient) => recordsFor(patient, record_ids, today)),
  )
}
