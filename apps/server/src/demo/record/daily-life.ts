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
import { addDevices, firstDeviceDay } from './devices.ts'
import { addQuestionnaires } from './questionnaires.ts'

/** Inserts questionnaires with their answers, steps, sleep, daily values and what devices measured. */
export const addDailyLife = async (db: Db, people: DemoPatient[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  const categories = await db.select().from(lifestyle_categories).orderBy(asc(lifestyle_categories.id))
  const catalogue = {
    lifestyles: categories.filter(({ line_chart }) => !line_chart),
    symptoms: await db.select().from(symptom_categories).orderBy(asc(symptom_categories.id)),
  }
  const patientData = people.map((patient) => ({
    patient,
    answers: answersFor(patient, catalogue, today),
    stepRows: stepsFor(patient, today, now),
    nights: sleepsFor(patient, today, now),
    /** Whether the values of the day are derived from the samples of devices. */
    isDerived: (day: string) => day >= firstDeviceDay(patient, today),
  }))
  await addQuestionnaires(
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
    patientData.flatMap(({ patient, answers, stepRows, isDerived }) => [
      ...answers.lifestyles,
      ...dailyValuesFor(patient, categories, stepRows).filter(({ answered_at }) => !isDerived(tokyoDay(answered_at))),
    ]),
  )
  await insertRows(
    db,
    steps,
    patientData.flatMap(({ stepRows }) => stepRows),
  )
  await insertRows(
    db,
    sleeps,
    patientData.flatMap(({ nights, isDerived }) => nights.filter(({ ended_at }) => !isDerived(tokyoDay(ended_at)))),
  )
  for (const { patient, stepRows, nights, isDerived } of patientData)
    await addDevices(
      db,
      patient,
      {
        steps: stepRows.filter(({ measured_on }) => isDerived(measured_on)),
        nights: nights.filter(({ ended_at }) => isDerived(tokyoDay(ended_at))),
      },
      now,
    )
}
