import { type Built, dot, get, type Notes, post, put } from './call.ts'
import type { Row } from './permissions.ts'
import type { Ask } from './server.ts'

const write: Row = 'write kartes'
/** Staff write for every patient. The table says `own` because only the author may change the record. */
const anyPatient: Row = 'write pins, reminders, data entry requests'

const formOf = (fields: Record<string, unknown>, name: string, pictures: number) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  if (!pictures) form.append(name, '')
  for (let i = 0; i < pictures; i++) form.append(name, new Blob([dot]), `${i}.gif`)
  return form
}
const noteOf = (user: number, pictures: number) => formOf({ 'karte[memo]': '■経過\n良好', 'karte[user_id]': user }, 'karte[images][]', pictures)

/** Kartes and drafts by an admin for one patient. Only an admin may delete each, and only once. */
export const notesOf = async (ask: Ask, user: number): Promise<Notes> => {
  const made: { id: number; images: { attachment_id: number }[] }[] = []
  while (made.length < 4) made.push((await ask('POST', '/api/kartes', { body: noteOf(user, made.length ? 0 : 4) })).json)
  const kartes = made.map(({ id }) => id)
  const drafts: number[] = []
  for (const karte_id of kartes) drafts.push((await ask('PUT', '/api/karte_drafts', { body: { user_id: user, karte_id, memo: '途中' } })).json.id)
  const draft = (await ask('POST', `/api/karte_drafts/${drafts[0]}/images`, { body: formOf({}, 'images[]', 4) })).json
  const ids = (images: { attachment_id: number }[]) => images.map(({ attachment_id }) => attachment_id)
  return { kartes, karteImages: ids(made[0]!.images), drafts, draftImages: ids(draft.images) }
}

const none = 9_007_199_254_740_991
const first = ([id = none]: number[]) => id
const last = (ids: number[]) => ids.at(-1) ?? none
const removing = (path: Built['path']): Built => ({ method: 'DELETE', path, row: write, names: 'person', good: 204 })

let named = 0

export const karteCalls: Record<string, Built> = {
  'GET /api/kartes': get(({ user }) => `/api/kartes?user_id=${user}&page=1&q=経過`, 'read kartes'),
  'GET /api/kartes/search': get(() => '/api/kartes/search?q=血圧&page=1', 'read kartes', 'none'),
  'GET /api/kartes/{id}/versions': get(({ kartes }) => `/api/kartes/${first(kartes)}/versions`, 'read kartes'),
  'POST /api/kartes': {
    ...post(
      () => '/api/kartes',
      ({ user }) => noteOf(user, 1),
      write,
    ),
    others: anyPatient,
  },
  'PUT /api/kartes/{id}': put(
    ({ kartes }) => `/api/kartes/${first(kartes)}`,
    ({ user }) => formOf({ 'karte[memo]': `${user}` }, 'karte[images][]', 0),
    write,
  ),
  'DELETE /api/kartes/{id}/images/{attachmentId}': removing(({ kartes, karteImages }) => `/api/kartes/${first(kartes)}/images/${last(karteImages)}`),
  'POST /api/karte_drafts/{id}/images': post(
    ({ drafts }) => `/api/karte_drafts/${first(drafts)}/images`,
    () => formOf({}, 'images[]', 1),
    write,
  ),
  'DELETE /api/karte_drafts/{id}/images/{attachmentId}': removing(
    ({ drafts, draftImages }) => `/api/karte_drafts/${first(drafts)}/images/${last(draftImages)}`,
  ),
  'DELETE /api/karte_drafts/{id}': removing(({ drafts }) => `/api/karte_drafts/${last(drafts)}`),
  'DELETE /api/kartes/{id}': removing(({ kartes }) => `/api/kartes/${first(kartes)}`),
  'GET /api/karte_drafts': { ...get(({ user }) => `/api/karte_drafts?user_id=${user}`, write), others: anyPatient },
  'PUT /api/karte_drafts': {
    ...put(
      () => '/api/karte_drafts',
      ({ user }) => ({ user_id: user, memo: '途中' }),
      write,
    ),
    others: anyPatient,
  },
  'GET /api/karte_templates': get(() => '/api/karte_templates', write, 'none'),
  'POST /api/karte_templates': post(
    () => '/api/karte_templates',
    () => ({ name: `電話 ${++named}`, body: '■相談\n\n■対応\n' }),
    write,
    'none',
  ),
}

/** Covered by separate tests: these calls need the caller's own object. */
export const ownTemplates = ['PUT /api/karte_templates/{id}', 'DELETE /api/karte_templates/{id}']
