import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { systemScope } from '../access/system-scope.ts'
import type { Db } from '../database/db.ts'
import { sleeps, steps } from '../domains/activity/tables.ts'
import { result_categories, test_packages, test_results, urgent_contacts } from '../domains/checkup/tables.ts'
import { health_records } from '../domains/health-record/tables.ts'
import { interview_participants, interviews } from '../domains/interview/tables.ts'
import { care_people } from '../domains/patient/tables.ts'
import { tasks } from '../domains/task/tables.ts'
import { today_items, today_reviews } from '../domains/today/tables.ts'
import { saveToday } from '../domains/today/update-store.ts'
import { insertRows, reserveIds } from './insert.ts'
import type { DemoPatient } from './people/people.ts'
import type { Colleague } from './people/teams.ts'

/** Patients from this index on are added for load tests only: they keep all their device data and get neither interviews today nor an urgent result. */
const loadTestFrom = 160
const patientsPerBatch = 250
const at = (day: string, hours: number) => new Date(tokyoStartOfDay(day).getTime() + hours * 3_600_000).toISOString()

/** Deletes the recent steps, sleep and health records of some patients, as if they had stopped wearing their watch. */
const removeRecentData = async (db: Db, people: DemoPatient[], today: string) => {
  const inactivePatients = people.filter(({ index, edgeCase }) => index > 9 && index < loadTestFrom && index % 9 === 4 && !edgeCase)
  for (const { id, index } of inactivePatients) {
    const from = addDays(today, -(14 + (index % 25)))
    await db.execute(sql`delete from ${systemScope(db).target(steps)} where user_id = ${id} and measured_on >= ${from}`)
    await db.execute(sql`delete from ${systemScope(db).target(sleeps)} where user_id = ${id} and started_at >= ${at(from, 0)}`)
    await db.execute(sql`delete from ${systemScope(db).target(health_records)} where user_id = ${id} and recorded_at >= ${at(from, 0)}`)
  }
}

/** Adds today's interviews of the first doctor and nurse. */
const addInterviewsToday = async (db: Db, people: DemoPatient[], staff: Colleague[], today: string) => {
  const ids = people.filter(({ index, edgeCase }) => index > 0 && index < loadTestFrom && !edgeCase).map(({ id }) => id)
  const hours: [Colleague['role'], number, 'follow' | 'review' | 'plan', boolean][] = [
    ['doctor', 10, 'follow', true],
    ['nurse', 11, 'plan', false],
    ['doctor', 13.5, 'review', true],
    ['doctor', 16, 'follow', false],
  ]
  const busyIds = new Set<number>()
  for (const [role, hour, kind, isOnline] of hours) {
    const staff_id = staff.find((person) => person.role === role)!.id
    const { rows } = await db.execute<{ user_id: number }>(
      sql`select user_id from ${systemScope(db).rows(care_people)} where staff_id = ${staff_id} and main and user_id = any(${sql.param(ids)}) order by user_id`,
    )
    const interviewee_id = rows.map(({ user_id }) => user_id).find((id) => !busyIds.has(id))
    if (interviewee_id === undefined) continue
    busyIds.add(interviewee_id)
    const [id] = await reserveIds(db, interviews, 1)
    const created_at = at(addDays(today, -10), 11)
    await insertRows(db, interviews, [
      {
        id: id!,
        interviewee_id,
        kind,
        name: '',
        conducted_at: at(today, hour),
        ends_at: at(today, hour + 0.5),
        location: isOnline ? '' : 'みなとさくらクリニック',
        meeting_type: isOnline ? 'online' : 'other',
        meeting_url: isOnline ? `https://meet.example.com/sukoyaka-${interviewee_id}-${today.replaceAll('-', '')}` : null,
        status: 'scheduled',
        patient_summary: '',
        created_at,
        updated_at: created_at,
      },
    ])
    await insertRows(db, interview_participants, [{ interview_id: id!, staff_id, place: 0 }])
  }
}

/** Tasks: patient index, content, days until it is due, role of the assignee, days since it was done. */
const todos: [index: number, content: string, due: number | null, assignee: Colleague['role'] | null, doneDaysAgo?: number][] = [
  [0, 'LDLコレステロール再検査の時期を相談する', 0, 'doctor'],
  [0, '塩分のレシピ集を送る', 3, 'nutritionist'],
  [0, '次回契約の意向を確認する', 12, 'concierge'],
  [0, '紹介状の返信を確認する', -6, 'doctor', 5],
  [1, '血圧手帳のコピーを受け取る', -1, 'doctor'],
  [2, 'お薬手帳を確認する', 1, 'nurse'],
  [3, '体調が戻ったら目標を見直す', 5, 'trainer'],
  [5, '検査結果の説明書を郵送する', 0, 'doctor'],
  [7, '面談の候補日を3つ出す', 2, 'doctor'],
  [9, '保険会社への書類に記入する', null, 'doctor'],
  [11, '採血のときの体調を聞く', 0, null],
]

const addTasks = async (db: Db, people: DemoPatient[], staff: Colleague[], today: string) => {
  const rows = todos.flatMap(([index, content, dueInDays, assigneeRole, doneDaysAgo]) => {
    const patient = people.find((person) => person.index === index)
    if (!patient) return []
    const assignee_id = staff.find(({ role }) => role === assigneeRole)?.id ?? null
    const created_by = staff.find(({ role }) => role === 'nurse')!.id
    const created_at = at(addDays(today, Math.min(dueInDays ?? 0, 0) - 4), 15)
    const done_at = doneDaysAgo === undefined ? null : at(addDays(today, -doneDaysAgo), 10)
    return [
      {
        user_id: patient.id,
        content,
        due_on: dueInDays === null ? null : addDays(today, dueInDays),
        assignee_id,
        source: 'person' as const,
        created_by,
        done_at,
        done_by: done_at === null ? null : (assignee_id ?? created_by),
        created_at,
        updated_at: done_at ?? created_at,
      },
    ]
  })
  await insertRows(db, tasks, rows)
}

/** Marks one newly abnormal item of the board as reviewed by the first nurse half an hour ago. */
const addReview = (db: Db, people: DemoPatient[], staff: Colleague[], now: Date) =>
  db.execute(sql`
    insert into ${systemScope(db).target(today_reviews)} (section, user_id, subject_id, version, reviewed_by, reviewed_at)
    select i.section, i.user_id, i.subject_id, i.version, ${staff.find(({ role }) => role === 'nurse')!.id}, ${new Date(now.getTime() - 1_800_000).toISOString()}
    from ${systemScope(db).from(today_items, 'i')} where i.section = 'newly_abnormal' and i.user_id = any(${sql.param(people.map(({ id }) => id))}) order by i.rank desc, i.user_id limit 1`)

/** Makes one unreleased potassium result critical, and inserts a call of the first nurse twenty minutes ago, which did not reach the patient. */
const addUrgentResult = async (db: Db, people: DemoPatient[], staff: Colleague[], now: Date) => {
  const scope = systemScope(db)
  const ids = people.filter(({ index, edgeCase }) => index > 0 && index < loadTestFrom && !edgeCase).map(({ id }) => id)
  const { rows } = await db.execute<{ id: number; user_id: number; updated_at: string }>(sql`
    update ${scope.target(test_results)} r set value = 6.4, status = 1, is_serious = true
    where r.id = (select t.id from ${scope.from(test_results, 't')} join ${scope.from(test_packages, 'p')} on p.id = t.test_package_id join ${result_categories} c on c.id = t.category_id
      where p.status = 0 and p.released_at is null and c.name = 'potassium' and p.user_id = any(${sql.param(ids)}) order by p.user_id, t.id limit 1)
    returning r.id, r.user_id, r.updated_at`)
  const nurse_id = staff.find(({ role }) => role === 'nurse')!.id
  const contacted_at = new Date(now.getTime() - 1_200_000).toISOString()
  const common = { outcome: 'not_reached' as const, note: '留守番電話に折り返しを依頼', contacted_by: nurse_id, created_by: nurse_id }
  await insertRows(
    db,
    urgent_contacts,
    rows.map(({ id, user_id }) => ({ ...common, user_id, result_ids: [id], version: contacted_at, contacted_at, created_at: contacted_at })),
  )
}

/** Removes recent data of some patients, inserts today's interviews, tasks and an urgent result, builds the board and marks an item as reviewed. */
export const addWork = async (db: Db, people: DemoPatient[], staff: Colleague[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  await removeRecentData(db, people, today)
  await addInterviewsToday(db, people, staff, today)
  await addTasks(db, people, staff, today)
  await addUrgentResult(db, people, staff, now)
  for (let from = 0; from < people.length; from += patientsPerBatch)
    await saveToday(
      systemScope(db),
      people.slice(from, from + patientsPerBatch).map(({ id }) => id),
      now,
    )
  await addReview(db, people, staff, now)
}
