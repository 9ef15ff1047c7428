import { type Call, catalogue, coordination, coordinationRead, get, none, patch, post, remove, type SeparateIds } from './call.ts'
import { messageKeys, paged, person, under } from './reply.ts'

const read = 'read messages'
const write = 'write messages'

const roomPresences = [...under('items[].', 'user is_typing since'), ...under('items[].user.', person)]

/** Reactions, likes, pins, internal notes, reminders and mentions, and who opened a message or has a conversation open. */
export const markCalls: Record<string, Call> = {
  'GET /api/emoticons': catalogue('/api/emoticons', { reply: under('items[].', 'id code emoji display_name is_active sort_number') }),
  'POST /api/message_reactions': post(
    () => '/api/message_reactions',
    ({ message }) => ({ message_id: message, emoticon: 'heart' }),
    write,
  ),
  'POST /api/message_likes': post(
    () => '/api/message_likes',
    ({ message }) => ({ message_id: message }),
    write,
  ),
  'GET /api/message_pins': get(({ user }) => `/api/message_pins?patient_id=${user}`, coordinationRead, 'person', {
    filters: 'page=1',
    reply: [
      ...paged,
      ...under('items[].', 'id message_id patient_id user message created_at'),
      ...under('items[].user.', person),
      ...messageKeys('items[].message.'),
    ],
  }),
  'POST /api/message_pins': post(
    () => '/api/message_pins',
    ({ user, message }) => ({ patient_id: user, message_id: message }),
    coordination,
  ),
  'GET /api/message_notes': get(({ user }) => `/api/message_notes?patient_id=${user}`, coordinationRead, 'person', {
    filters: 'since=2026-01-01T00:00:00Z',
    reply: [
      ...under('items[].', 'id patient_id author body mentions created_at'),
      ...under('items[].author.', person),
      ...under('items[].mentions[].', person),
    ],
  }),
  'GET /api/message_notes/search': get(({ word }) => `/api/message_notes/search?q=${word}`, coordinationRead, 'none', {
    filters: 'page=1',
    reply: [
      'page',
      'next_page',
      ...under('items[].', 'id patient_id author body mentions created_at patient message_id'),
      ...under('items[].author.', person),
      ...under('items[].mentions[].', person),
      ...under('items[].patient.', person),
    ],
  }),
  'POST /api/message_notes': post(
    () => '/api/message_notes',
    ({ user }) => ({ patient_id: user, body: '次回の面談で服薬を確認してください。' }),
    coordination,
  ),
  'GET /api/message_reminders': get(({ user }) => `/api/message_reminders?patient_id=${user}`, coordinationRead, 'person', {
    filters: 'page=1',
    reply: [...paged, ...under('items[].', 'id patient_id message_id remind_at reason done_at created_at patient'), ...under('items[].patient.', person)],
  }),
  'POST /api/message_reminders': post(
    () => '/api/message_reminders',
    ({ user }) => ({ patient_id: user, remind_at: new Date(Date.now() + 86_400_000).toISOString(), reason: '血圧の記録を確認' }),
    coordination,
  ),
  'GET /api/message_mentions/targets': get(({ user }) => `/api/message_mentions/targets?patient_id=${user}`, read, 'person', {
    filters: 'q=なか',
    reply: under('items[].', `${person} is_on_team`),
  }),
  'GET /api/message_open_histories/{id}': get(({ message }) => `/api/message_open_histories/${message}`, coordinationRead, 'person', {
    reply: [...under('items[].', 'user opened_at'), ...under('items[].user.', person)],
  }),
  'PATCH /api/message_open_histories/{id}': patch(({ message }) => `/api/message_open_histories/${message}`, undefined, read),
  'PATCH /api/message_open_histories/bulk_update': patch(
    () => '/api/message_open_histories/bulk_update',
    ({ message }) => ({ ids: [message] }),
    read,
  ),
  'GET /api/room_presences': get(({ user }) => `/api/room_presences?patient_id=${user}`, coordinationRead, 'person', {
    reply: roomPresences,
  }),
  'POST /api/room_presences': post(
    () => '/api/room_presences',
    ({ user }) => ({ patient_id: user, client_id: 'window-0001', is_here: true, is_typing: false }),
    coordinationRead,
    'person',
    { good: 200, reply: roomPresences },
  ),
}

/** Covered by separate tests: these calls need a reaction, like, pin, note or reminder. */
export const separateMarkCalls: Record<string, Call<SeparateIds>> = {
  'DELETE /api/message_reactions/{id}': remove(({ reactions }) => `/api/message_reactions/${reactions.shift() ?? none}`, write),
  'DELETE /api/message_likes/{id}': remove(({ likes }) => `/api/message_likes/${likes.shift() ?? none}`, write),
  'DELETE /api/message_pins/{id}': remove(({ pins }) => `/api/message_pins/${pins.shift() ?? none}`, coordination),
  'DELETE /api/message_notes/{id}': remove(({ messageNotes }) => `/api/message_notes/${messageNotes.shift() ?? none}`, coordination),
  'DELETE /api/message_reminders/{id}': remove(({ reminders }) => `/api/message_reminders/${reminders.shift() ?? none}`, coordination),
}
