import type { Row } from '../permissions.ts'
import type { SendRequest } from '../server.ts'
import { type Call, coordination, first, get, type Notes, none, post, put, remove, type SeparateIds, spare } from './call.ts'
import { dots, Multipart } from './multipart.ts'
import { karteImageKeys, karteKeys, paged, person, under } from './reply.ts'

const readKartes: Row = 'read kartes'
const write: Row = 'write kartes'
// staff may write a karte for every patient; the permission table says `own` because only the author and admins may change it
const others = coordination
const asAuthor = { asAuthor: coordination }

const noteOf = (user: number, pictures: number) =>
  new Multipart({ 'karte[memo]': '■経過\n良好', 'karte[user_id]': user, ...(!pictures && { 'karte[images][]': '' }) }, 'karte[images][]', dots(pictures))

/** Adds kartes and drafts by an admin for one patient. Only admins may delete them, each once. */
export const notesOf = async (ask: SendRequest, user: number): Promise<Notes> => {
  const made: { id: number; images: { attachment_id: number }[] }[] = []
  while (made.length < 4) made.push((await ask('POST', '/api/kartes', { body: noteOf(user, made.length ? 0 : 4) })).json)
  const kartes = made.map(({ id }) => id)
  const drafts: number[] = []
  for (const karte_id of kartes) drafts.push((await ask('PUT', '/api/karte_drafts', { body: { user_id: user, karte_id, memo: '途中' } })).json.id)
  const draft = (await ask('POST', `/api/karte_drafts/${drafts[0]}/images`, { body: new Multipart({}, 'images[]', dots(4)) })).json
  const ids = (images: { attachment_id: number }[]) => images.map(({ attachment_id }) => attachment_id)
  return { kartes, karteImages: ids(made[0]!.images), drafts, draftImages: ids(draft.images) }
}

let templateCount = 0

/** Kartes, drafts and templates. */
export const karteCalls: Record<string, Call> = {
  'GET /api/kartes': get(({ user }) => `/api/kartes?user_id=${user}`, readKartes, 'person', {
    filters: 'page=1&q=経過',
    reply: [...paged, ...karteKeys('items[].')],
  }),
  'GET /api/kartes/search': get(({ word }) => `/api/kartes/search?q=${word}`, readKartes, 'none', {
    filters: 'page=1',
    reply: [...paged, ...karteKeys('items[].'), ...under('items[].patient.', person)],
  }),
  'GET /api/kartes/{id}/versions': get(({ kartes }) => `/api/kartes/${first(kartes)}/versions`, readKartes, 'person', {
    reply: [...under('items[].', 'id number memo image_count created_at'), ...under('items[].author.', person)],
  }),
  'POST /api/kartes': post(
    () => '/api/kartes',
    ({ user }) => noteOf(user, 1),
    write,
    'person',
    { others },
  ),
  'PUT /api/kartes/{id}': put(
    ({ kartes }) => `/api/kartes/${first(kartes)}`,
    ({ user }) => new Multipart({ 'karte[memo]': user, 'karte[images][]': '' }),
    write,
    'person',
    asAuthor,
  ),
  'DELETE /api/kartes/{id}/images/{attachment_id}': remove(
    ({ kartes, karteImages }) => `/api/kartes/${first(kartes)}/images/${spare(karteImages)}`,
    write,
    'person',
    asAuthor,
  ),
  'POST /api/karte_drafts/{id}/images': post(
    ({ drafts }) => `/api/karte_drafts/${spare(drafts)}/images`,
    () => new Multipart({}, 'images[]', dots(1)),
    write,
    'person',
    asAuthor,
  ),
  'DELETE /api/karte_drafts/{id}/images/{attachment_id}': remove(
    ({ drafts, draftImages }) => `/api/karte_drafts/${first(drafts)}/images/${spare(draftImages)}`,
    write,
    'person',
    asAuthor,
  ),
  'DELETE /api/karte_drafts/{id}': remove(({ drafts }) => `/api/karte_drafts/${spare(drafts)}`, write, 'person', asAuthor),
  'DELETE /api/kartes/{id}': remove(({ kartes }) => `/api/kartes/${spare(kartes)}`, write, 'person', asAuthor),
  'GET /api/karte_drafts': get(({ user }) => `/api/karte_drafts?user_id=${user}`, write, 'person', {
    others,
    reply: [...under('items[].', 'id user_id interview_id karte_id karte_updated_at memo images version updated_at'), ...karteImageKeys('items[].images[].')],
  }),
  'PUT /api/karte_drafts': put(
    () => '/api/karte_drafts',
    ({ user }) => ({ user_id: user, memo: '途中' }),
    write,
    'person',
    { others },
  ),
  'GET /api/karte_templates': get(() => '/api/karte_templates', write, 'none', { reply: under('items[].', 'id name body created_at updated_at') }),
  'POST /api/karte_templates': post(
    () => '/api/karte_templates',
    () => ({ name: `電話 ${++templateCount}`, body: '■相談\n\n■対応\n' }),
    write,
    'none',
  ),
}

const ownTemplate = ({ templates }: SeparateIds) => `/api/karte_templates/${templates.shift() ?? none}`

/** Covered by separate tests: these calls need the caller's own object. */
export const separateKarteCalls: Record<string, Call<SeparateIds>> = {
  'PUT /api/karte_templates/{id}': put(ownTemplate, () => ({ body: '■経過' }), write, 'none'),
  'DELETE /api/karte_templates/{id}': remove(ownTemplate, write, 'none'),
}
