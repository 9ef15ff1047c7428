import { defaultTargets } from '@sukoyaka/rules/care/habit'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { inArray, sql } from 'drizzle-orm'
import { systemScope } from '../access/system-scope.ts'
import type { Files } from '../context/app-context.ts'
import type { Db } from '../database/db.ts'
import { UsageError } from '../database/run-command.ts'
import { files as file_rows } from '../database/tables.ts'
import { hashPassword } from '../domains/account/password.ts'
import { users } from '../domains/account/tables.ts'
import { sleeps, steps } from '../domains/activity/tables.ts'
import { assessments } from '../domains/assessment/tables.ts'
import { canned_replies } from '../domains/canned-reply/tables.ts'
import { booked_slots, checkup_waitlist, suggested_datetimes, test_packages, test_results, tests, urgent_contacts } from '../domains/checkup/tables.ts'
import { contracts, plan_uses, plans } from '../domains/contract/tables.ts'
import { data_entry_requests } from '../domains/data-entry-request/tables.ts'
import { diseases } from '../domains/disease/tables.ts'
import { habit_goal_templates, habit_goals } from '../domains/habit/tables.ts'
import { health_records } from '../domains/health-record/tables.ts'
import { allergy_reactions, family_past_illnesses, past_illnesses, performed_operations } from '../domains/illness/tables.ts'
import { test_result_images } from '../domains/imaging/tables.ts'
import { interview_moves, interview_participants, interviews } from '../domains/interview/tables.ts'
import { karte_images, karte_templates, karte_versions, kartes } from '../domains/karte/tables.ts'
import { lifestyles } from '../domains/lifestyle/tables.ts'
import { medicine_intakes, supplement_intakes } from '../domains/medication/tables.ts'
import {
  message_files,
  message_likes,
  message_notes,
  message_pins,
  message_reactions,
  message_reminders,
  message_rooms,
  messages,
} from '../domains/message/tables.ts'
import { care_people, patients } from '../domains/patient/tables.ts'
import { questionnaires } from '../domains/questionnaire/tables.ts'
import { health_scores } from '../domains/score/tables.ts'
import { job_stress_checks } from '../domains/stress-check/tables.ts'
import { symptoms } from '../domains/symptom/tables.ts'
import { tasks } from '../domains/task/tables.ts'
import { today_reviews } from '../domains/today/tables.ts'
import { saveToday } from '../domains/today/update-store.ts'
import { addBookings } from './bookings.ts'
import { contractsFor } from './contracts.ts'
import { addImages } from './files/images.ts'
import { insertRows, reserveIds, restartIds } from './insert.ts'
import { interviewsOfWeeks } from './interview-weeks.ts'
import { interviewsFor, kartesFor, movesOf, participantsOf } from './interviews.ts'
import { demoPassword, isEmpty } from './is-empty.ts'
import { addKarteImages, addTemplates, insertKartes } from './kartes.ts'
import { addConversations } from './messages/add-conversations.ts'
import { addCannedReplies } from './messages/canned-replies.ts'
import { addOpenings } from './messages/marks.ts'
import { addMessageFiles } from './messages/message-files.ts'
import { addMinutes } from './minutes.ts'
import { addNotifications } from './notices.ts'
import { addPayments } from './payments.ts'
import { type CareRole, type DemoPatient, demoPatient, emailOf, userRow } from './people/people.ts'
import { staffPeople } from './people/staff.ts'
import { type Colleague, type Member, teamFor, teamRows } from './people/teams.ts'
import { addIllnesses } from './record/add-illnesses.ts'
import { addCheckups } from './record/checkups.ts'
import { addDailyLife } from './record/daily-life.ts'
import { allergiesFor, assessmentsFor, goalsFor, reasonsFor } from './record/judgements.ts'
import { requestQuestionnaires } from './record/questionnaires.ts'
import { addGoalDays, addScores } from './record/scores.ts'
import { addSelfRecords } from './record/self-records.ts'
import { addStressChecks } from './record/stress-checks.ts'
import { addPurchases } from './shop.ts'
import { addWork } from './staff-work.ts'

export const hashDemoPassword = () => hashPassword(demoPassword)

const defaults = sql`${JSON.stringify(defaultTargets)}::jsonb`

type SeedOptions = { now: Date; password_hash: string }

/**
 * Inserts the first part of the records of these patients, such as contracts, illnesses, interviews and conversations, derived from their index, their id and
 * the day.
 */
const addRecords = async (db: Db, newPatients: DemoPatient[], staff: Colleague[], { now }: SeedOptions) => {
  const today = tokyoDay(now)
  const planByName = new Map((await db.select().from(plans)).map((plan) => [plan.name, plan]))
  await insertRows(
    db,
    contracts,
    newPatients.flatMap((patient) => contractsFor(patient, planByName, today)),
  )
  const teams = newPatients.map((patient) => teamFor(patient, staff))
  await insertRows(
    db,
    care_people,
    newPatients.flatMap((patient, i) => teamRows(patient, teams[i]!, today)),
  )
  const diseaseByCode = new Map((await db.select({ id: diseases.id, code: diseases.code }).from(diseases)).map((disease) => [disease.code ?? '', disease.id]))
  const templates = new Map((await db.select().from(habit_goal_templates)).map((template) => [template.code, template]))
  await insertRows(
    db,
    allergy_reactions,
    newPatients.flatMap((patient) => allergiesFor(patient, today)),
  )
  await addIllnesses(db, newPatients, diseaseByCode, today)
  await insertRows(
    db,
    assessments,
    newPatients.flatMap((patient) => assessmentsFor(patient, diseaseByCode, today)),
  )
  await db.execute(sql`
    insert into assessment_reasons (assessment_id, type, category_id)
    select a.id, 'numeric_test_result_category', c.id
    from json_to_recordset(${JSON.stringify(newPatients.flatMap(reasonsFor))}::json) as r (user_id bigint, code text, name text)
      join diseases d on d.code = r.code join result_categories c on c.name = r.name join assessments a on a.user_id = r.user_id and a.disease_id = d.id`)
  await insertRows(
    db,
    habit_goals,
    newPatients.flatMap((patient) => goalsFor(patient, templates, today)),
  )
  await db.execute(sql`
    insert into habit_goal_categories (habit_goal_id, category_type, category_id, is_sync_action, target)
    select g.id, c ->> 'category_type', coalesce(n.id, l.id), (c ->> 'is_sync_action')::boolean,
      case when c ? 'target' then (c ->> 'target')::double precision when (c ->> 'is_sync_action')::boolean then (${defaults} ->> (c ->> 'category_type'))::double precision end
    from habit_goals g join habit_goal_templates t on t.id = g.template_id cross join jsonb_array_elements(t.categories) c
      left join result_categories n on c ->> 'category_type' = 'numeric_test_result_category' and n.name = c ->> 'category_name'
      left join lifestyle_categories l on c ->> 'category_type' = 'lifestyle_category' and l.name = c ->> 'category_name'
    where g.user_id = any(${sql.param(newPatients.map(({ id }) => id))})`)
  await addGoalDays(db, newPatients, now)
  await addInterviews(db, newPatients, teams, staff, today)
  await addConversations(db, newPatients, teams, now)
}

const addInterviews = async (db: Db, newPatients: DemoPatient[], teams: Member[][], staff: readonly Colleague[], today: string) => {
  const historyInterviews = newPatients.map((patient, i) => interviewsFor(patient, teams[i]!, today))
  const weekInterviews = interviewsOfWeeks(newPatients, teams, staff, historyInterviews.flat(), today)
  const demoInterviews = newPatients.map(({ id }, i) => [...(weekInterviews.has(id) ? [weekInterviews.get(id)!] : []), ...historyInterviews[i]!])
  const allInterviews = demoInterviews.flat()
  const ids = await reserveIds(db, interviews, allInterviews.length)
  await insertRows(
    db,
    interviews,
    allInterviews.map(({ interview }, i) => ({ id: ids[i]!, ...interview })),
  )
  await insertRows(db, interview_participants, participantsOf(allInterviews, ids))
  await insertRows(db, interview_moves, movesOf(allInterviews, ids))
  await db.execute(sql`update interviews i set facility_id = f.id from facilities f where f.name_ja = i.location and i.facility_id is null`)
  let at = 0
  const datedInterviews = demoInterviews.map((interviewsOfPatient) =>
    interviewsOfPatient.map(({ interview }) => ({ id: ids[at++]!, day: tokyoDay(interview.conducted_at) })),
  )
  await insertKartes(
    db,
    newPatients.flatMap((patient, i) => kartesFor(patient, teams[i]!, datedInterviews[i]!, today)),
  )
  const first = newPatients.find(({ index, edgeCase }) => index === 0 && !edgeCase)
  if (first) await addMinutes(systemScope(db), { id: first.id, name: `${first.last_name} ${first.first_name}` }, tokyoStartOfDay(today))
}

const addAgreements = (db: Db, people: readonly { id: number }[]) =>
  db.execute(sql`
    insert into policy_agreements (user_id, policy_id) select u.id, p.id from ${users} u, policies p where u.id = any(${sql.param(people.map(({ id }) => id))})`)

const addPatients = async (db: Db, people: DemoPatient[], staff: Colleague[], options: SeedOptions) => {
  const today = tokyoDay(options.now)
  const rows = people.map((person) => userRow({ ...person, role: 'patient', email: emailOf(person) }, options.password_hash, today))
  await insertRows(db, users, rows)
  await insertRows(
    db,
    patients,
    rows.map(({ id, created_at }) => ({ user_id: id!, created_at: created_at! })),
  )
  await addAgreements(db, people)
  await addRecords(db, people, staff, options)
  await addCheckups(db, people, staff.find(({ role }) => role === 'doctor')!.id, today)
  await addBookings(db, people, today)
  await addDailyLife(db, people, options.now)
  await addSelfRecords(db, people, options.now)
  await requestQuestionnaires(db, people, staff, tokyoDay(options.now))
  await addOpenings(db, people, options.now)
  await addScores(db, people, today)
  await addStressChecks(db, people, today)
  await addWork(db, people, staff, options.now)
  await addNotifications(db, people)
  await addPayments(db, people, options.now)
}

/** Tables whose ids start at 1 in a new demo. */
const seededTables = [
  users,
  contracts,
  care_people,
  messages,
  message_files,
  message_rooms,
  message_reminders,
  message_reactions,
  message_likes,
  message_pins,
  message_notes,
  test_packages,
  booked_slots,
  suggested_datetimes,
  checkup_waitlist,
  plan_uses,
  tests,
  test_results,
  file_rows,
  test_result_images,
  assessments,
  habit_goals,
  health_scores,
  allergy_reactions,
  past_illnesses,
  family_past_illnesses,
  performed_operations,
  medicine_intakes,
  supplement_intakes,
  symptoms,
  lifestyles,
  steps,
  sleeps,
  health_records,
  interviews,
  interview_participants,
  interview_moves,
  kartes,
  job_stress_checks,
  questionnaires,
  data_entry_requests,
  tasks,
  today_reviews,
  urgent_contacts,
  karte_versions,
  karte_images,
  karte_templates,
  canned_replies,
]

/** Seeds the demo: an account per role, colleagues and patients. Does nothing if any user exists. */
export const seedDemo = async (
  db: Db,
  /** Without `files`, no images and no message files are created. */
  { now, patients: count = 128, files }: { now: Date; patients?: number; files?: Files },
): Promise<void> => {
  if (!(await isEmpty(db))) return
  const password_hash = await hashDemoPassword()
  await db.transaction(async (tx) => {
    // of two servers starting at once, the second waits here and then finds users
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    if (!(await isEmpty(tx))) return
    await restartIds(tx, seededTables)
    const today = tokyoDay(now)
    const [first, ...rest] = await reserveIds(tx, users, 1 + staffPeople.length + count)
    const staff = staffPeople.map((person, i) => ({ id: rest[i]!, ...person }))
    await insertRows(
      tx,
      users,
      staff.map((person) => userRow(person, password_hash, today)),
    )
    await addAgreements(tx, staff)
    const people = [demoPatient(first!, 0, today), ...rest.slice(staff.length).map((id, i) => demoPatient(id, i + 1, today))]
    await addPatients(tx, people, staff, { now, password_hash })
    await addTemplates(tx, staff)
    await addCannedReplies(tx, staff)
    await addPurchases(tx, people[0]!, staff.find(({ role }) => role === 'nutritionist')!.id, now)
    if (files) await addFiles(tx, people, files, now)
  })
}

const addFiles = async (db: Db, people: DemoPatient[], files: Files, now: Date) => {
  const today = tokyoDay(now)
  await addImages(db, people, files, today)
  // the board shows images that wait for their reading or follow-up
  await saveToday(
    systemScope(db),
    people.slice(0, 10).map(({ id }) => id),
    now,
  )
  await addKarteImages(db, people, files)
  await addMessageFiles(db, people, files, today)
}

/** Adds patients to existing ones; `from` is the index of the first new patient. Throws a UsageError unless there is staff of each care role. */
export const addDemoPatients = (db: Db, { from, count, ...options }: SeedOptions & { from: number; count: number }): Promise<void> =>
  db.transaction(async (tx) => {
    const roles: CareRole[] = ['doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge']
    const staff = (await tx.select({ id: users.id, role: users.role }).from(users).where(inArray(users.role, roles)).orderBy(users.id)) as Colleague[]
    const missing = roles.filter((role) => !staff.some((person) => person.role === role))
    if (missing.length) throw new UsageError(`The database has no ${missing.join(', ')}: invite one of each care role first, or use an empty database`)
    const ids = await reserveIds(tx, users, count)
    await addPatients(
      tx,
      ids.map((id, i) => demoPatient(id, from + i, tokyoDay(options.now))),
      staff,
      options,
    )
  })
