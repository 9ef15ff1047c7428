import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const taskStates = ['open', 'done'] as const
/** Origin: a person, the minutes of an interview, or a finding on the board. */
export const taskSources = ['person', 'minutes', 'board'] as const

export type Task = Static<typeof Task>
/** A to-do for a patient. */
export const Task = Type.Object({
  id: Id,
  /** Id of the patient. */
  user_id: Id,
  user: Person,
  content: Type.String(),
  due_on: Nullable(Day),
  /** Assigned staff member; null if unassigned. */
  assignee_id: Nullable(Id),
  assignee: Nullable(Person),
  /** Interview the task originates from. */
  interview_id: Nullable(Id),
  /** Message the task originates from, with its first 200 characters; without text if it has none or was deleted. */
  message: Nullable(Type.Object({ id: Id, body: Type.String() })),
  source: OneOf(taskSources),
  created_by: Id,
  done_at: Nullable(Instant),
  done_by: Nullable(Id),
  created_at: Instant,
  updated_at: Instant,
})

const content = Line(500)
const due_on = Type.Optional(Nullable(Day))
const assignee_id = Type.Optional(Nullable(Id))

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  listsPatients: { unless: 'user_id' },
  permission: 'coordination.read',
  summary: 'List tasks of a patient, of a staff member, or all',
  description:
    '`assignee_id=me` selects the caller’s tasks. Open tasks are sorted by due day, those without one last; done tasks by completion, latest first; without `state` all tasks, newest first.',
  query: InputObject({
    user_id: Type.Optional(Id),
    assignee_id: Type.Optional(Type.Unsafe<number | 'me'>({ anyOf: [Id, { type: 'string', const: 'me' }] })),
    /** Tasks that the caller added and that are assigned to somebody else or to nobody. */
    given_by: Type.Optional(OneOf(['me'])),
    state: Type.Optional(OneOf(taskStates)),
    page: Page,
  }),
  reply: Paged(Task),
  example: { query: { user_id: 1, state: 'open' } },
})

export const addTask = endpoint({
  method: 'POST',
  path: '/api/tasks',
  permission: 'coordination.write',
  summary: 'Add a task for a patient',
  description: 'The assignee must be staff with the permission `coordination.write`; interview and message must be of this patient.',
  body: InputObject({
    user_id: Id,
    content,
    due_on,
    assignee_id,
    interview_id: Type.Optional(Nullable(Id)),
    message_id: Type.Optional(Nullable(Id)),
    source: Type.Optional(OneOf(taskSources)),
  }),
  reply: Task,
  status: 201,
  example: { body: { user_id: 1, content: '紹介状の返事を確認', due_on: '2026-11-27', assignee_id: 3 } },
  staffChanges: ['tasks'],
})

export const changeTask = endpoint({
  method: 'PUT',
  path: '/api/tasks/:id',
  permission: 'coordination.write',
  summary: 'Change a task, complete it or reopen it',
  description:
    '`done: true` completes the task; repeating it keeps who did it and when. `done: false` reopens it. The body of a 409 has `versions`: the task that is `saved` and the change that was `sent`.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
    content: Type.Optional(content),
    due_on,
    assignee_id,
    done: Type.Optional(Type.Boolean()),
  }),
  reply: Task,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { done: true } },
  staffChanges: ['tasks'],
})

export const removeTask = endpoint({
  method: 'DELETE',
  path: '/api/tasks/:id',
  permission: 'coordination.write',
  summary: 'Delete a task',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['tasks'],
})
