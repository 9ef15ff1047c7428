import { skinType } from '@sukoyaka/rules/lifestyle'
import { addDays, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { data_entry_requests } from '../data-entry-request/tables.ts'
import type { Db } from '../kit/db.ts'
import { lifestyles } from '../lifestyle/tables.ts'
import { questionnaires } from '../questionnaire/tables.ts'
import { symptoms } from '../symptom/tables.ts'
import { hasHistory } from './answers.ts'
import { insertRows, reserveIds } from './insert.ts'
import type { DemoPatient } from './people.ts'
import type { Colleague } from './teams.ts'

/** What they answered came on these forms. */
const formsOfAnswers = async (db: Db, ids: number[]) => {
  await db.execute(sql`
    with said as (
      select s.user_id, s.answered_at, 'symptoms.' || c.name as place, s.value, case when s.value = 1 and c.name <> ${skinType} then c.name end as yes
      from ${symptoms} s join symptom_categories c on c.id = s.category_id where s.user_id = any(${sql.param(ids)}) and s.questionnaire_id is null
      union all
      select l.user_id, l.answered_at, 'lifestyles.' || c.name, l.value, null
      from ${lifestyles} l join lifestyle_categories c on c.id = l.category_id and not c.line_chart where l.user_id = any(${sql.param(ids)}) and l.questionnaire_id is null)
    insert into ${questionnaires} (user_id, parts, answers, version, answered_at, yes_symptoms, created_by, created_at, updated_at)
    select user_id, '{symptoms,lifestyles}', jsonb_object_agg(place, jsonb_build_object('value', value)), count(*), answered_at,
      coalesce(array_agg(yes order by yes) filter (where yes is not null), '{}'), user_id, answered_at, answered_at
    from said group by user_id, answered_at order by user_id, answered_at`)
  for (const table of [symptoms, lifestyles])
    await db.execute(sql`
      update ${table} set questionnaire_id = q.id from ${questionnaires} q
      where q.user_id = ${table}.user_id and q.answered_at = ${table}.answered_at and q.user_id = any(${sql.param(ids)})`)
}

const notes = ['健診の前にお聞かせください。', '面談までにお答えいただけると助かります。', '']

/** 佐伯 and some others were asked for a new one; some have begun it. */
const askSome = async (db: Db, people: DemoPatient[], staff: Colleague[], today: string) => {
  const asked = people.filter((patient) => hasHistory(patient) && !patient.trial && (patient.index === 0 || patient.index % 7 === 3))
  const nurse = staff.find(({ role }) => role === 'nurse')
  if (!asked.length || !nurse) return
  const ids = await reserveIds(db, questionnaires, asked.length)
  const at = (ago: number) => new Date(tokyoStartOfDay(addDays(today, -ago)).getTime() + 10 * 3_600_000).toISOString()
  const begun = { 'symptoms.fatigue': { value: 1 }, 'symptoms.fever': { value: 0 }, 'symptoms.chills': { value: 0 } }
  await insertRows(
    db,
    questionnaires,
    asked.map(({ id, index }, n) => ({
      id: ids[n]!,
      user_id: id,
      created_by: nurse.id,
      ...(index > 0 && n % 2 === 1 && { answers: begun, version: 3 }),
      created_at: at(2),
      updated_at: at(n % 2 ? 1 : 2),
    })),
  )
  await insertRows(
    db,
    data_entry_requests,
    asked.map(({ id, index }, n) => ({
      patient_id: id,
      kind: 'questionnaire' as const,
      parts: ['symptoms' as const, 'lifestyles' as const, 'allergy_reactions' as const],
      due_on: addDays(today, 5 + (index % 9)),
      note: notes[n % notes.length]!,
      questionnaire_id: ids[n]!,
      requested_by: nurse.id,
      created_at: at(2),
      updated_at: at(2),
    })),
  )
}

export const addQuestionnaires = async (db: Db, people: DemoPatient[], staff: Colleague[], today: string) => {
  await formsOfAnswers(
    db,
    people.filter(hasHistory).map(({ id }) => id),
  )
  await askSome(db, people, staff, today)
}
