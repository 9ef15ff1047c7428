import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Instant, Line, Nothing, Nullable, OneOf, Page, Paged, Sent } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const taskStates = ['open', 'done'] as const
/** Who thought of it: somebody, the minutes of an interview, or what the board showed. */
export const taskSources = ['person', 'minutes', 'board'] as const

export type Task = Static<typeof Task>
/** Something small that is to be done for a patient. */
export const Task = Type.Object({
  id: Id,
  /** The patient. */
  user_id: Id,
  user: Person,
  content: Type.String(),
  due_on: Nullable(Day),
  /** The member of staff who does it; null while it is everybody’s. */
  assignee_id: Nullable(Id),
  assignee: Nullable(Person),
  /** The interview it came out of. */
  interview_id: Nullable(Id),
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
  permission: 'coordination.read',
  summary: 'Tasks of a patient, of a member of staff, or of everybody',
  description:
    '`assignee_id=me` are mine. Open ones stand by their due day, those without one last; done ones by when they were done, the latest first; without `state` all of them, the newest first.',
  query: Sent({
    user_id: Type.Optional(Id),
    assignee_id: Type.Optional(Type.Unsafe<number | 'me'>({ anyOf: [Id, { type: 'string', const: 'me' }] })),
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
  summary: 'Notes something to be done for a patient',
  description: 'The assignee is a member of staff who may do tasks; the interview one of this patient.',
  body: Sent({
    user_id: Id,
    content,
    due_on,
    assignee_id,
    interview_id: Type.Optional(Nullable(Id)),
    source: Type.Optional(OneOf(taskSources)),
  }),
  reply: Task,
  status: 201,
  example: { body: { user_id: 1, content: '紹介状の返事を確認', due_on: '2026-11-27', assignee_id: 3 } },
  changes: ['tasks'],
})

export const changeTask = endpoint({
  method: 'PUT',
  path: '/api/tasks/:id',
  permission: 'coordination.write',
  summary: 'Changes a task, does it, or takes that back',
  description: '`done` says whether it is done; done again it keeps who did it and when.',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
    content: Type.Optional(content),
    due_on,
    assignee_id,
    done: Type.Optional(Type.Boolean()),
  }),
  reply: Task,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { done: true } },
  changes: ['tasks'],
})

export const removeTask = endpoint({
  method: 'DELETE',
  path: '/api/tasks/:id',
  permission: 'coordination.write',
  summary: 'Removes a task',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['tasks'],
})
