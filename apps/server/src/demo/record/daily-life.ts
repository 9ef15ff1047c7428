import { tokyoDay } from '@sukoyaka/rules/time'
import { asc } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { sleeps, steps } from '../../domains/activity/tables.ts'
import { lifestyle_categories, lifestyles } from '../../domains/lifestyle/tables.ts'
import { symptom_categories, symptoms } from '../../domains/symptom/tables.ts'
import { dailyValuesFor, sleepsFor, stepsFor } from '../days.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { answersFor } from './answers.ts'
import { addForms } from './questionnaires.ts'

/** Inserts questionnaire answers, steps and sleep. */
export const addLife = async (db: Db, people: DemoPatient[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  const categories = await db.select().from(lifestyle_categories).orderBy(asc(lifestyle_categories.id))
  const catalogue = {
    lifestyles: categories.filter(({ line_chart }) => !line_chart),
    symptoms: await db.select().from(symptom_categories).orderBy(asc(symptom_categories.id)),
  }
  const patientData = people.map((patient) => ({ patient, answers: answersFor(patient, catalogue, today), stepRows: stepsFor(patient, today, now) }))
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
}
