import { skinType } from '@sukoyaka/rules/record/lifestyle'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Db } from '../../database/db.ts'
import { data_entry_requests } from '../../domains/data-entry-request/tables.ts'
import type { lifestyles } from '../../domains/lifestyle/tables.ts'
import { type Answers, questionnaires } from '../../domains/questionnaire/tables.ts'
import type { symptoms } from '../../domains/symptom/tables.ts'
import { insertRows, reserveIds } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import type { Colleague } from '../people/teams.ts'
import { hasHistory } from './answers.ts'

type DemoAnswers = { symptoms: (typeof symptoms.$inferInsert)[]; lifestyles: (typeof lifestyles.$inferInsert)[] }
type Names = Record<'symptoms' | 'lifestyles', { id: number; name: string }[]>

/** Inserts the questionnaires that the answers belong to and sets each answer's `questionnaire_id`. */
export const addQuestionnaires = async (db: Db, demoAnswers: DemoAnswers[], catalogue: Names): Promise<void> => {
  const forms = new Map<string, typeof questionnaires.$inferInsert & { answers: Answers; yes_symptoms: string[] }>()
  const names = { symptoms: namesById(catalogue.symptoms), lifestyles: namesById(catalogue.lifestyles) }
  const formOf = (user_id: number, answered_at: string) => {
    const key = `${user_id} ${answered_at}`
    const form = forms.get(key) ?? {
      user_id,
      parts: ['symptoms' as const, 'lifestyles' as const],
      answers: {},
      yes_symptoms: [],
      version: 1,
      answered_at,
      created_by: user_id,
      created_at: answered_at,
      updated_at: answered_at,
    }
    forms.set(key, form)
    return form
  }
  for (const answersOfPatient of demoAnswers)
    for (const part of ['symptoms', 'lifestyles'] as const)
      for (const { user_id, answered_at, category_id, value } of answersOfPatient[part]) {
        const form = formOf(user_id, answered_at)
        const name = names[part].get(category_id)!
        form.answers[`${part}.${name}`] = { value }
        if (part === 'symptoms' && value === 1 && name !== skinType) form.yes_symptoms.push(name)
      }
  const questionnaireRows = [...forms.values()]
  const ids = await reserveIds(db, questionnaires, questionnaireRows.length)
  for (const [at, form] of questionnaireRows.entries()) form.id = ids[at]!
  await insertRows(db, questionnaires, questionnaireRows)
  for (const answersOfPatient of demoAnswers)
    for (const part of ['symptoms', 'lifestyles'] as const)
      for (const row of answersOfPatient[part]) row.questionnaire_id = formOf(row.user_id, row.answered_at).id!
}

const namesById = (categories: { id: number; name: string }[]) => new Map(categories.map(({ id, name }) => [id, name]))

const notes = ['健診の前にお聞かせください。', '面談までにお答えいただけると助かります。', '']

/** Requests a new questionnaire from 佐伯 and some others; some have started it. */
export const requestQuestionnaires = async (db: Db, people: DemoPatient[], staff: Colleague[], today: string) => {
  const invitedPatients = people.filter((patient) => hasHistory(patient) && !patient.edgeCase && (patient.index === 0 || patient.index % 7 === 3))
  const nurse = staff.find(({ role }) => role === 'nurse')
  if (!invitedPatients.length || !nurse) return
  const ids = await reserveIds(db, questionnaires, invitedPatients.length)
  const at = (daysAgo: number) => new Date(tokyoStartOfDay(addDays(today, -daysAgo)).getTime() + 10 * 3_600_000).toISOString()
  const draftAnswers = { 'symptoms.fatigue': { value: 1 }, 'symptoms.fever': { value: 0 }, 'symptoms.chills': { value: 0 } }
  await insertRows(
    db,
    questionnaires,
    invitedPatients.map(({ id, index }, nth) => ({
      id: ids[nth]!,
      user_id: id,
      created_by: nurse.id,
      ...(index > 0 && nth % 2 === 1 && { answers: draftAnswers, version: 3 }),
      created_at: at(2),
      updated_at: at(nth % 2 ? 1 : 2),
    })),
  )
  await insertRows(
    db,
    data_entry_requests,
    invitedPatients.map(({ id, index }, nth) => ({
      patient_id: id,
      kind: 'questionnaire' as const,
      parts: ['symptoms' as const, 'lifestyles' as const, 'allergy_reactions' as const],
      due_on: addDays(today, 5 + (index % 9)),
      note: notes[nth % notes.length]!,
      questionnaire_id: ids[nth]!,
      requested_by: nurse.id,
      created_at: at(2),
      updated_at: at(2),
    })),
  )
}
