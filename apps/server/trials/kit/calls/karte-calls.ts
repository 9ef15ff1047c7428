import { formOf } from '../../../test/form.ts'
import { nobody, type Subject } from '../rows/records.ts'
import type { KarteIds } from '../rows/rows.ts'
import { byId, type Call, dot, ofHouse, subjectOf } from './call.ts'

/** The caller's own record; an admin's for callers who write none. */
const byWriter = (url: (of: (what: keyof KarteIds, isSpare?: boolean) => number, s: Subject) => string, body?: (s: Subject) => unknown): Call => ({
  kind: 'named',
  send: (relation, records, asker_id) => {
    const subject = subjectOf(relation, records)
    const written = subject && (subject.written[asker_id] ?? subject.written[records.world.staff.admin.id])
    // keep the first one, it has the images
    const of = (what: keyof KarteIds, isSpare = false) => (isSpare ? written?.[what].splice(1, 1)[0] : undefined) ?? written?.[what][0] ?? nobody.user_id
    return subject && { url: url(of, subject), ...(body && { body: body(subject) }) }
  },
  // staff write for every patient; karte.test.ts covers other authors' records
  others: 'coordination.write',
})

let named = 0
const newTemplate = () => ({ name: `template ${++named}`, body: '■経過' })
/** Each request takes another template of the caller, or of an admin. */
const ofTemplate = (body?: object): Call => ({
  kind: 'context',
  send: (relation, { templates, world }, asker_id) =>
    relation === 'own'
      ? { url: `/api/karte_templates/${(templates[asker_id] ?? templates[world.staff.admin.id])?.shift() ?? 0}`, ...(body && { body }) }
      : undefined,
})

/** Kartes, drafts and templates. */
export const karteCalls: Record<string, Call> = {
  'GET /api/kartes/search': ofHouse('/api/kartes/search?q=canaryhanako'),
  'POST /api/kartes': byWriter(
    () => '/api/kartes',
    ({ user_id }) => formOf({ 'karte[user_id]': user_id, 'karte[memo]': '経過' }, 'karte[images][]', dot),
  ),
  'PUT /api/kartes/:id': byWriter(
    (of) => `/api/kartes/${of('kartes')}`,
    () => formOf({ 'karte[memo]': '経過' }, 'karte[images][]'),
  ),
  'DELETE /api/kartes/:id': byWriter((of) => `/api/kartes/${of('kartes', true)}`),
  'DELETE /api/kartes/:id/images/:attachment_id': byWriter((of) => `/api/kartes/${of('kartes')}/images/${of('images', true)}`),
  'GET /api/kartes/:id/versions': byId((s) => `/api/kartes/${Object.values(s.written)[0]?.kartes[0] ?? nobody.user_id}/versions`),
  'GET /api/karte_drafts': byWriter((_, s) => `/api/karte_drafts?user_id=${s.user_id}`),
  'PUT /api/karte_drafts': byWriter(
    () => '/api/karte_drafts',
    ({ user_id }) => ({ user_id, memo: '経過' }),
  ),
  'DELETE /api/karte_drafts/:id': byWriter((of) => `/api/karte_drafts/${of('drafts', true)}`),
  'POST /api/karte_drafts/:id/images': byWriter(
    (of) => `/api/karte_drafts/${of('drafts', true)}/images`,
    () => formOf({}, 'images[]', dot),
  ),
  'DELETE /api/karte_drafts/:id/images/:attachment_id': byWriter((of) => `/api/karte_drafts/${of('drafts')}/images/${of('draft_images', true)}`),
  'GET /api/karte_templates': ofHouse('/api/karte_templates'),
  'POST /api/karte_templates': ofHouse('/api/karte_templates', { body: newTemplate }),
  'PUT /api/karte_templates/:id': ofTemplate({ body: '■経過' }),
  'DELETE /api/karte_templates/:id': ofTemplate(),
}
