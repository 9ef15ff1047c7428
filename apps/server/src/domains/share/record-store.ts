import type { Language } from '@sukoyaka/phrases/language'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { SharePart, SharePartContents } from '@sukoyaka/wire/boards/share'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { users } from '../account/tables.ts'
import { assessmentsOf } from '../assessment/store.ts'
import { familyIllnessesOf, pastIllnessesOf } from '../illness/past-store.ts'
import { allergiesOf } from '../illness/store.ts'
import { imageResultsOf } from '../imaging/read-store.ts'
import { medicineIntakesOf, supplementIntakesOf } from '../medication/store.ts'
import { careTeamOf } from '../patient/store.ts'
import { patients } from '../patient/tables.ts'
import { sharedActivity, sharedBloodPressure, sharedResults } from './measured-store.ts'

type Reader = { scope: PatientScope; user_id: number; language: Language; now: Date }

const person = patientQuery(({ db, rows }) =>
  db
    .select({
      last_name: users.last_name,
      first_name: users.first_name,
      last_name_kana: users.last_name_kana,
      first_name_kana: users.first_name_kana,
      birthday: users.birthday,
      sex: users.sex,
    })
    .from(rows(patients))
    .innerJoin(users, eq(users.id, patients.user_id))
    .where(and(eq(patients.user_id, sql.placeholder('user_id')))),
)

/** Who the patient is, without address and account, and the main doctor. Throws 404. */
const sharedPerson = async ({ scope, user_id }: Reader): Promise<SharedRecord['patient']> => {
  const patient = requireRow(await person(scope).execute({ user_id }))
  scope.record(user_id)
  const doctor = (await careTeamOf(scope, user_id)).find(({ main, role }) => main && role === 'doctor')?.user
  return { ...patient, main_doctor: doctor ? { last_name: doctor.last_name, first_name: doctor.first_name } : null }
}

const medicationOf = async ({ scope, user_id, language, now }: Reader): Promise<NonNullable<SharedRecord['medication']>> => {
  const today = tokyoDay(now)
  const medicines = await medicineIntakesOf(scope, { user_id, include: ['medicine'] }, language)
  const supplements = await supplementIntakesOf(scope, { user_id, include: ['supplement'] }, language)
  return {
    medicines: intakesOn(medicines, today).map(({ medicine, name, ...intake }) => ({ ...intake, name: name ?? medicine?.display_name ?? '' })),
    supplements: intakesOn(supplements, today).map(({ supplement, name, ...intake }) => ({ ...intake, name: name ?? supplement?.display_name ?? '' })),
    allergies: await allergiesOf(scope, user_id),
  }
}

const illnessesOf = async ({ scope, user_id, language }: Reader): Promise<NonNullable<SharedRecord['illnesses']>> => {
  const input = { user_id, include: ['disease' as const] }
  const named = <T extends { disease?: { display_name: string } | undefined }>({ disease, ...row }: T) => ({ ...row, disease: disease?.display_name ?? '' })
  return {
    assessments: (await assessmentsOf(scope, input, language)).filter(({ solved_on }) => solved_on === null).map(named),
    past: (await pastIllnessesOf(scope, input, language)).map(named),
    family: (await familyIllnessesOf(scope, input, language)).map(named),
  }
}

const imagesOf = async ({ scope, user_id, language }: Reader): Promise<NonNullable<SharedRecord['images']>> => {
  // a share serves images by their id: signed URLs are for people who are signed in
  const results = await imageResultsOf(scope, { user_id, include: ['category'] }, { language, urlOf: () => '' })
  return results.map(({ category, images, ...result }) => ({
    ...result,
    name: category?.display_name ?? '',
    images: images.filter(({ variants }) => variants).map(({ id }) => id),
    videos: images.filter(({ variants }) => !variants).length,
  }))
}

const readers = {
  medication: medicationOf,
  results: ({ scope, user_id, language }: Reader) => sharedResults(scope, user_id, language),
  home_blood_pressure: ({ scope, user_id, now }: Reader) => sharedBloodPressure(scope, user_id, now),
  illnesses: illnessesOf,
  images: imagesOf,
  activity: ({ scope, user_id, now }: Reader) => sharedActivity(scope, user_id, now),
} satisfies { [Part in SharePart]: (reader: Reader) => Promise<NonNullable<SharedRecord[Part]>> }

/** What a person who opened the share sees: only the shared parts are read. */
export const sharedRecord = async (reader: Reader, parts: readonly SharePart[]): Promise<Omit<SharedRecord, 'expires_at' | 'read_at' | 'parts'>> => {
  const patient = await sharedPerson(reader)
  const read: Partial<Pick<SharedRecord, SharePart>> = {}
  for (const part of parts) Object.assign(read, { [part]: await readers[part](reader) })
  return { patient, ...read }
}

/** How much each part would show. */
export const contentsOf = async (reader: Reader): Promise<SharePartContents> => {
  const [medication, results, illnesses] = [await medicationOf(reader), await readers.results(reader), await illnessesOf(reader)]
  const [readings, images, activity] = [await readers.home_blood_pressure(reader), await imagesOf(reader), await readers.activity(reader)]
  const problems = illnesses.assessments.filter(({ kind }) => kind === 'problem').length
  return {
    medication: {
      medicines: medication.medicines.length,
      supplements: medication.supplements.length,
      allergies: medication.allergies.filter(({ is_occured }) => is_occured).map(({ kind }) => kind),
    },
    results: { newest_at: results.checkups[0]?.tested_at ?? null, checkups: results.checkups.length, items: results.items.length },
    home_blood_pressure: { readings: readings.length },
    illnesses: { problems, high_risks: illnesses.assessments.length - problems, past: illnesses.past.length, family: illnesses.family.length },
    images: { results: images.length, images: images.reduce((sum, result) => sum + result.images.length, 0) },
    activity: { days: activity.weeks.reduce((sum, { step_days, sleep_days }) => sum + Math.max(step_days, sleep_days), 0) },
  }
}
