import { type Role, scopeOf } from '@sukoyaka/wire/access'
import type { addTask, changeTask, listTasks, Task } from '@sukoyaka/wire/care/task'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Actor, type Reach, touch, within } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { assertValid, lockRow, normalizeText, removeRow } from '../../access/rows.ts'
import type { Db } from '../../database/db.ts'
import { pageOf } from '../../database/page.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { interviews } from '../interview/tables.ts'
import { tasks } from './tables.ts'

type Row = typeof tasks.$inferSelect

/** With whom it is for and who does it. */
const withPeople = async (db: Db, reach: Reach, rows: Row[]): Promise<Task[]> => {
  if (!rows.length) return []
  const ids = [...new Set(rows.flatMap(({ user_id, assignee_id }) => [user_id, ...(assignee_id === null ? [] : [assignee_id])]))]
  const people = new Map((await db.select(personColumns).from(users).where(inArray(users.id, ids))).map((person) => [person.id, person]))
  for (const { user_id } of rows) touch(reach, user_id)
  return rows.map((row) => ({
    ...row,
    user: people.get(row.user_id)!,
    assignee: row.assignee_id === null ? null : people.get(row.assignee_id)!,
  }))
}

const orders = {
  open: [sql`${tasks.due_on} nulls last`, asc(tasks.id)],
  done: [desc(tasks.done_at), desc(tasks.id)],
  all: [desc(tasks.id)],
}

export const tasksOf = async (db: Db, reach: Reach, actor: Actor, { user_id, assignee_id, state, page = 1 }: Input<typeof listTasks>) => {
  if (user_id !== undefined) await mustReach(db, reach, user_id)
  const whose = assignee_id === 'me' ? actor.id : assignee_id
  const found = await pageOf(
    page,
    db
      .select({ ...getTableColumns(tasks), total_count: sql<number>`(count(*) over ())::int` })
      .from(tasks)
      .where(
        and(
          within(reach, tasks.user_id),
          user_id === undefined ? undefined : eq(tasks.user_id, user_id),
          whose === undefined ? undefined : eq(tasks.assignee_id, whose),
          state === 'open' ? isNull(tasks.done_at) : state === 'done' ? isNotNull(tasks.done_at) : undefined,
        ),
      )
      .orderBy(...orders[state ?? 'all']),
  )
  return { ...found, items: await withPeople(db, reach, found.items) }
}

const mayDoTasks = async (db: Db, id: number) => {
  const [found] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deactivated_at)))
  return found !== undefined && scopeOf(found.role as Role, 'coordination.write') === 'all'
}

const isOfPatient = async (db: Db, reach: Reach, id: number, user_id: number) =>
  (
    await db
      .select({ id: interviews.id })
      .from(interviews)
      .where(and(eq(interviews.id, id), eq(interviews.interviewee_id, user_id), within(reach, interviews.interviewee_id)))
  ).length > 0

/** As it is kept, once nothing speaks against it. */
const checked = async (db: Db, reach: Reach, { content, ...row }: Pick<Row, 'user_id' | 'content' | 'due_on' | 'assignee_id' | 'interview_id'>) => {
  assertValid({
    content: !normalizeText(content) && 'required',
    assignee_id: row.assignee_id !== null && !(await mayDoTasks(db, row.assignee_id)) && 'not_allowed',
    interview_id: row.interview_id !== null && !(await isOfPatient(db, reach, row.interview_id, row.user_id)) && 'not_allowed',
  })
  return { ...row, content: normalizeText(content) }
}

export const insertTask = async (
  db: Db,
  reach: Reach,
  actor: Actor,
  { user_id, content, due_on = null, assignee_id = null, interview_id = null, source = 'person' }: Input<typeof addTask>,
): Promise<Task> => {
  await mustReach(db, reach, user_id)
  const row = await checked(db, reach, { user_id, content, due_on, assignee_id, interview_id })
  const [added] = await db
    .insert(tasks)
    .values({ ...row, source, created_by: actor.id })
    .returning()
  return (await withPeople(db, reach, [added!]))[0]!
}

const now = sql`now()` as never

export const updateTask = async (db: Db, reach: Reach, actor: Actor, { id, updated_at, done, ...change }: Input<typeof changeTask>): Promise<Task> => {
  const held = await lockRow(db, reach, tasks, { id, updated_at })
  const { user_id, content, due_on, assignee_id } = { ...held, ...change }
  // who did it may have left since; only whom it is given to anew is looked at
  const row = await checked(db, reach, { user_id, content, due_on, assignee_id: assignee_id === held.assignee_id ? null : assignee_id, interview_id: null })
  const doing = done === undefined || done === (held.done_at !== null) ? {} : done ? { done_at: now, done_by: actor.id } : { done_at: null, done_by: null }
  const [changed] = await db
    .update(tasks)
    .set({ content: row.content, due_on, assignee_id, ...doing, updated_at: now })
    .where(eq(tasks.id, id))
    .returning()
  return (await withPeople(db, reach, [changed!]))[0]!
}

export const removeTask = (db: Db, reach: Reach, id: number) => removeRow(db, reach, tasks, id)
