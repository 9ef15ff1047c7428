import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Nothing, Nullable, Page, Paged, Sent, Text, UserId } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { AttachedImage } from '../record/attached-image.ts'

/** Characters of one note. */
export const maxMemoLength = 100_000
export const maxImagesPerKarte = 20

export const KarteImage = AttachedImage
export type KarteImage = AttachedImage

export type Karte = Static<typeof Karte>
export const Karte = Type.Object({
  id: Id,
  /** The patient. */
  user_id: Id,
  author_id: Id,
  author: Person,
  /** Null for a free note. */
  interview_id: Nullable(Id),
  /** A line that begins with `# ` or `■`, or `【…】`, is a heading. */
  memo: Type.String(),
  images: Type.Array(KarteImage),
  /** 1 for a note that was never changed. */
  version_count: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

/** Part of a word is enough, from two characters on; width, case and kana do not matter. */
const Query = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const listKartes = endpoint({
  method: 'GET',
  path: '/api/kartes',
  permission: 'kartes.read',
  summary: 'What the care team noted of a patient, newest first',
  description: 'With whoever wrote it. `q` keeps the notes in which each of its words stands, as a part of a word too, whatever its width, case or kana.',
  query: Sent({ user_id: Id, page: Page, q: Type.Optional(Query), interview_id: Type.Optional(Id) }),
  reply: Paged(Karte),
  example: { query: { user_id: 1 } },
})

export type FoundKarte = Static<typeof FoundKarte>
export const FoundKarte = Type.Object({ ...Karte.properties, patient: Person })

export const searchKartes = endpoint({
  method: 'GET',
  path: '/api/kartes/search',
  permission: 'kartes.read',
  summary: 'Notes of all patients in which the words stand, newest first',
  description: 'Words of one character only narrow what longer ones found; by themselves they find nothing.',
  query: Sent({ q: Query, page: Page }),
  reply: Paged(FoundKarte),
  example: { query: { q: '血圧' } },
})

const files = { 'karte[images][]': { kinds: ['image'], max: maxImagesPerKarte } } as const
const uploadErrors = [
  'file_too_large',
  'file_type_unsupported',
  'dicom_unsupported',
  'heic_unsupported',
  'file_unreadable',
  'image_too_detailed',
  'conflict',
] as const
const imageText = `Pictures (JPEG, PNG, WebP, GIF, AVIF) up to 20 MB are known by their content and drawn anew without metadata; one that cannot be read refuses the whole call. At most ${maxImagesPerKarte} a note. Without pictures one empty entry may be sent: it adds none and removes none.`
const draftText = '`draft_version` names the draft it was written as: its pictures become the note’s and it goes. Written on meanwhile, it is a conflict.'
const conflictText = '409 with `versions`: what is `saved`, and what was `sent`.'
const memo = Text(maxMemoLength, 0)
const DraftVersion = Type.Optional(Id)

export const addKarte = endpoint({
  method: 'POST',
  path: '/api/kartes',
  permission: 'kartes.write',
  summary: 'Adds a note, free or of an interview',
  description: `${imageText} ${draftText} ${conflictText}`,
  body: Sent({ karte: Sent({ memo, user_id: Id, interview_id: Type.Optional(Id), draft_version: DraftVersion }) }),
  files,
  reply: Karte,
  status: 201,
  errors: ['not_found', ...uploadErrors],
  example: { body: { karte: { memo: '■経過\n自覚症状なし。', user_id: 1 } } },
  changes: ['kartes'],
})

export const changeKarte = endpoint({
  method: 'PUT',
  path: '/api/kartes/:id',
  permission: 'kartes.write',
  summary: 'Rewrites a note of one’s own, or adds pictures to it',
  description: `An admin may change any. What stood there is kept as a version. ${imageText} ${draftText} With \`updated_at\` as it was read a change made meanwhile is a conflict. ${conflictText}`,
  params: ById,
  body: Sent({
    karte: Type.Optional(
      Sent({
        memo: Type.Optional(memo),
        /** Cannot be changed; taken where it is the same. */
        user_id: Type.Optional(Id),
        interview_id: Type.Optional(Id),
        updated_at: Type.Optional(Instant),
        draft_version: DraftVersion,
      }),
    ),
  }),
  files,
  reply: Karte,
  errors: uploadErrors,
  example: { params: { id: 1 }, body: { karte: { memo: '■経過\n頭痛なし。' } } },
  changes: ['kartes'],
})

export const removeKarte = endpoint({
  method: 'DELETE',
  path: '/api/kartes/:id',
  permission: 'kartes.write',
  summary: 'Removes a note of one’s own with its pictures and versions',
  description: 'An admin may remove any. Nobody finds it any more; it stays in the database, as records of care are kept.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['kartes'],
})

export const removeKarteImage = endpoint({
  method: 'DELETE',
  path: '/api/kartes/:id/images/:attachment_id',
  permission: 'kartes.write',
  summary: 'Removes one picture of a note of one’s own',
  description: 'Nobody sees it any more; it stays with the note’s earlier versions in the database.',
  params: Sent({ id: Id, attachment_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, attachment_id: 1 } },
  changes: ['kartes'],
})

export type KarteVersion = Static<typeof KarteVersion>
export const KarteVersion = Type.Object({
  id: Id,
  /** From 1, in the order they were written. */
  number: Type.Integer(),
  memo: Type.String(),
  image_count: Type.Integer(),
  /** Who wrote this version. */
  author: Person,
  created_at: Instant,
})

export const listKarteVersions = endpoint({
  method: 'GET',
  path: '/api/kartes/:id/versions',
  permission: 'kartes.read',
  summary: 'How a note came to be what it is, newest first',
  description: 'The newest is the note itself. At most 200.',
  params: ById,
  reply: Items(KarteVersion),
  example: { params: { id: 1 } },
})

export type KarteDraft = Static<typeof KarteDraft>
/** What one member of staff is writing, and nobody else sees. */
export const KarteDraft = Type.Object({
  id: Id,
  /** The patient. */
  user_id: Id,
  interview_id: Nullable(Id),
  /** The note that is being rewritten. */
  karte_id: Nullable(Id),
  memo: Type.String(),
  images: Type.Array(KarteImage),
  /** Another number with every change, never the same again. */
  version: Id,
  updated_at: Instant,
})

export const listKarteDrafts = endpoint({
  method: 'GET',
  path: '/api/karte_drafts',
  permission: 'kartes.write',
  summary: 'What the person who asks is writing of a patient',
  description: 'At most one free note, one an interview and one a note that is being rewritten; 200 in all.',
  query: UserId,
  reply: Items(KarteDraft),
  example: { query: { user_id: 1 } },
})

export const saveKarteDraft = endpoint({
  method: 'PUT',
  path: '/api/karte_drafts',
  permission: 'kartes.write',
  summary: 'Keeps what is being written',
  description: `Without \`version\` there must be none yet; with it, it must still be that one. The same text once more is no conflict. ${conflictText} \`saved\` is null where the draft became a note or was given up.`,
  body: Sent({ user_id: Id, interview_id: Type.Optional(Id), karte_id: Type.Optional(Id), memo, version: Type.Optional(Id) }),
  reply: KarteDraft,
  errors: ['conflict'],
  example: { body: { user_id: 1, memo: '■経過' } },
})

export const removeKarteDraft = endpoint({
  method: 'DELETE',
  path: '/api/karte_drafts/:id',
  permission: 'kartes.write',
  summary: 'Gives up what was being written, with its pictures',
  params: ById,
  query: Sent({ version: Type.Optional(Id) }),
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 }, query: {} },
})

export const addKarteDraftImages = endpoint({
  method: 'POST',
  path: '/api/karte_drafts/:id/images',
  permission: 'kartes.write',
  summary: 'Adds pictures to what is being written',
  description: imageText,
  params: ById,
  body: Sent({}),
  files: { 'images[]': { kinds: ['image'], max: maxImagesPerKarte, isRequired: true } },
  reply: KarteDraft,
  status: 201,
  errors: uploadErrors,
  example: { params: { id: 1 }, body: {} },
})

export const removeKarteDraftImage = endpoint({
  method: 'DELETE',
  path: '/api/karte_drafts/:id/images/:attachment_id',
  permission: 'kartes.write',
  summary: 'Removes one picture of what is being written',
  params: Sent({ id: Id, attachment_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, attachment_id: 1 } },
})
