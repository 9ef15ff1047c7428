import { scopeOf } from '@sukoyaka/wire/access'
import type { addTask, changeTask, listTasks, Task } from '@sukoyaka/wire/care/task'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { assertValid, lockRow, normalizeText, removeRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { accountById, peopleByIds } from '../account/store.ts'
import { interviews } from '../interview/tables.ts'
import { messages } from '../message/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { tasks } from './tables.ts'

type Row = typeof tasks.$inferSelect

const messagesOfTasks = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id, body: sql<string>`case when ${messages.deleted_at} is null then left(${messages.body}, 200) else '' end` })
    .from(rows(messages))
    .where(isAnyOf(messages.id)),
)

/** Adds the patient, the assignee and the message. */
const withDetails = async (scope: PatientScope, rows: Row[]): Promise<Task[]> => {
  if (!rows.length) return []
  const ids = [...new Set(rows.flatMap(({ user_id, assignee_id }) => [user_id, ...(assignee_id === null ? [] : [assignee_id])]))]
  const people = await peopleByIds(scope.db, ids)
  for (const { user_id } of rows) scope.record(user_id)
  const messageIds = rows.flatMap(({ message_id }) => message_id ?? [])
  const messageOf = new Map((messageIds.length ? await messagesOfTasks(scope).execute({ ids: messageIds }) : []).map((message) => [message.id, message]))
  return rows.map(({ message_id, ...row }) => ({
    ...row,
    message: messageOf.get(message_id ?? 0) ?? null,
    user: people.get(row.user_id)!,
    assignee: row.assignee_id === null ? null : people.get(row.assignee_id)!,
  }))
}

const sortOrders = {
  open: [sql`${tasks.due_on} nulls last`, asc(tasks.id)],
  done: [desc(tasks.done_at), desc(tasks.id)],
  all: [desc(tasks.id)],
}

const pageOfTasks = patientQuery(({ db, rows }, ofPatient: boolean, ofAssignee: boolean, isGivenByActor: boolean, state: keyof typeof sortOrders) =>
  db
    .select({ ...columnsOf(tasks), total_count: sql<number>`(count(*) over ())::int` })
    .from(rows(tasks))
    .where(
      and(
        ofPatient ? eq(tasks.user_id, sql.placeholder('user_id')) : undefined,
        ofAssignee ? eq(tasks.assignee_id, sql.placeholder('assignee_id')) : undefined,
        isGivenByActor
          ? and(eq(tasks.created_by, sql.placeholder('giver_id')), sql`${tasks.assignee_id} is distinct from ${sql.placeholder('giver_id')}`)
          : undefined,
        state === 'open' ? isNull(tasks.done_at) : state === 'done' ? isNotNull(tasks.done_at) : undefined,
      ),
    )
    .orderBy(...sortOrders[state])
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

export const tasksOf = async (scope: PatientScope, actor: Actor, { user_id, assignee_id: assignee, given_by, state, page = 1 }: Input<typeof listTasks>) => {
  if (user_id !== undefined) await requirePatient(scope, user_id)
  const assignee_id = assignee === 'me' ? actor.id : assignee
  const query = pageOfTasks(scope, user_id !== undefined, assignee_id !== undefined, given_by !== undefined, state ?? 'all')
  const found = await pageOf(page, (bounds) => query.execute({ user_id, assignee_id, giver_id: actor.id, ...bounds }))
  return { ...found, items: await withDetails(scope, found.items) }
}

/** Whether the account may be assigned work for patients. */
export const mayDoTasks = async (db: Db, id: number) => {
  const found = await accountById(db, id)
  return found !== undefined && scopeOf(found.role, 'coordination.write') === 'all'
}

const interviewOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ id: interviews.id })
    .from(rows(interviews))
    .where(and(eq(interviews.id, sql.placeholder('id')), eq(interviews.interviewee_id, sql.placeholder('user_id')))),
)

const isInterviewOfPatient = async (scope: PatientScope, id: number, user_id: number) => (await interviewOfPatient(scope).execute({ id, user_id })).length > 0

const messageOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ id: messages.id })
    .from(rows(messages))
    .where(and(eq(messages.id, sql.placeholder('id')), eq(messages.patient_id, sql.placeholder('user_id')))),
)

const isMessageOfPatient = async (scope: PatientScope, id: number, user_id: number) => (await messageOfPatient(scope).execute({ id, user_id })).length > 0

type Validated = Pick<Row, 'user_id' | 'content' | 'due_on' | 'assignee_id' | 'interview_id' | 'message_id'>

/** Validates the row and normalises its text. Throws `invalid` with the fields. */
const validateTask = async (scope: PatientScope, { content, ...row }: Validated) => {
  assertValid({
    content: !normalizeText(content) && 'required',
    assignee_id: row.assignee_id !== null && !(await mayDoTasks(scope.db, row.assignee_id)) && 'not_allowed',
    interview_id: row.interview_id !== null && !(await isInterviewOfPatient(scope, row.interview_id, row.user_id)) && 'not_allowed',
    message_id: row.message_id !== null && !(await isMessageOfPatient(scope, row.message_id, row.user_id)) && 'not_allowed',
  })
  return { ...row, content: normalizeText(content) }
}

export const insertTask = async (
  scope: PatientScope,
  actor: Actor,
  { user_id, content, due_on = null, assignee_id = null, interview_id = null, message_id = null, source = 'person' }: Input<typeof addTask>,
): Promise<Task> => {
  await requirePatient(scope, user_id)
  const row = await validateTask(scope, { user_id, content, due_on, assignee_id, interview_id, message_id })
  const [added] = await scope
    .insert(tasks)
    .values({ ...row, source, created_by: actor.id })
    .returning()
  return (await withDetails(scope, [added!]))[0]!
}

const now = sql`now()`

export const updateTask = async (scope: PatientScope, actor: Actor, { id, updated_at, done, ...change }: Input<typeof changeTask>): Promise<Task> => {
  const existing = await lockRow(scope, tasks, { id })
  // the client may not have a list with the stored task: it may be on any page now, or assigned to somebody else
  if (updated_at !== undefined && updated_at !== existing.updated_at) {
    const [saved] = await withDetails(scope, [existing])
    throw apiError('conflict', { versions: { saved: saved!, sent: change } })
  }
  const { user_id, content, due_on, assignee_id } = { ...existing, ...change }
  // an unchanged assignee may have left since, so only a new one is checked
  const row = await validateTask(scope, {
    user_id,
    content,
    due_on,
    assignee_id: assignee_id === existing.assignee_id ? null : assignee_id,
    interview_id: null,
    message_id: null,
  })
  const doneChange =
    done === undefined || done === (existing.done_at !== null) ? {} : done ? { done_at: now, done_by: actor.id } : { done_at: null, done_by: null }
  const [changed] = await scope
    .update(tasks)
    .set({ content: row.content, due_on, assignee_id, ...doneChange, updated_at: later(tasks.updated_at) })
    .where(eq(tasks.id, id))
    .returning()
  return (await withDetails(scope, [changed!]))[0]!
}

/** Deletes a task that is open and has not been changed since it was added. */
export const removeUntouchedTask = (scope: PatientScope, id: number) =>
  scope.delete(tasks).where(and(eq(tasks.id, id), isNull(tasks.done_at), eq(tasks.updated_at, tasks.created_at)))

export const removeTask = (scope: PatientScope, id: number) => removeRow(scope, tasks, id)
