import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, Page, Paged, Text, UserId } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { AttachedImage } from '../record/attached-image.ts'

/** Max characters of a note. */
export const maxMemoLength = 100_000
export const maxImagesPerKarte = 20

export const KarteImage = AttachedImage
export type KarteImage = AttachedImage

export type Karte = Static<typeof Karte>
export const Karte = Type.Object({
  id: Id,
  /** Id of the patient. */
  user_id: Id,
  author_id: Id,
  author: Person,
  /** Null for a free note, not linked to an interview. */
  interview_id: Nullable(Id),
  /** Lines that begin with `# `, `■` or `【…】` are headings. */
  memo: Type.String(),
  images: Type.Array(KarteImage),
  /** 1 for a note never changed. */
  version_count: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})

/** Matches partial words from two characters on; width, case, hiragana or katakana and variant kanji make no difference. */
const Query = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const listKartes = endpoint({
  method: 'GET',
  path: '/api/kartes',
  permission: 'kartes.read',
  summary: 'List the notes (kartes) of a patient, newest first',
  description:
    'Includes the author. With `q`, every word must occur in the note, partial words included; width, case, hiragana or katakana and variant kanji make no difference.',
  query: InputObject({ user_id: Id, page: Page, q: Type.Optional(Query), interview_id: Type.Optional(Id) }),
  reply: Paged(Karte),
  example: { query: { user_id: 1 } },
})

export type FoundKarte = Static<typeof FoundKarte>
export const FoundKarte = Type.Object({ ...Karte.properties, patient: Person })

export const searchKartes = endpoint({
  method: 'GET',
  path: '/api/kartes/search',
  permission: 'kartes.read',
  summary: 'Search the notes of all patients, newest first',
  description: 'Words of one character only narrow the matches of longer words; alone they match nothing.',
  query: InputObject({ q: Query, page: Page }),
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
  'image_has_pages',
  'conflict',
] as const
const imageText = `Images: JPEG, PNG, WebP, GIF, AVIF or TIFF up to 20 MB, max ${maxImagesPerKarte} a note; the type is detected from the content, and they are re-encoded without metadata. Only the first frame of an animated image is kept; a TIFF with several pages is rejected (\`image_has_pages\`). An unreadable image fails the whole call. A single empty entry counts as no images.`
const draftText =
  '`draft_version` is the version of the draft of this note: the images of the draft move to the note and the draft is deleted; 409 if the draft has changed since.'
const conflictText = 'The body of a 409 has `versions`: the text that is `saved` and the text that was `sent`.'
const memo = Text(maxMemoLength, 0)
const DraftVersion = Type.Optional(Id)

export const addKarte = endpoint({
  method: 'POST',
  path: '/api/kartes',
  permission: 'kartes.write',
  summary: 'Add a free note or a note of an interview',
  description: `${imageText} ${draftText} ${conflictText}`,
  body: InputObject({ karte: InputObject({ memo, user_id: Id, interview_id: Type.Optional(Id), draft_version: DraftVersion }) }),
  files,
  reply: Karte,
  status: 201,
  errors: ['not_found', ...uploadErrors],
  example: { body: { karte: { memo: '■経過\n自覚症状なし。', user_id: 1 } } },
  staffChanges: ['kartes'],
})

export const changeKarte = endpoint({
  method: 'PUT',
  path: '/api/kartes/:id',
  permission: 'kartes.write',
  summary: 'Change one’s own note or add images to it',
  description: `An admin may change any note. The former text is stored as a version. ${imageText} ${draftText} With \`updated_at\`, 409 if the note has changed since. ${conflictText}`,
  params: ById,
  body: InputObject({
    karte: Type.Optional(
      InputObject({
        memo: Type.Optional(memo),
        /** Immutable; accepted only if unchanged. */
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
  staffChanges: ['kartes'],
})

export const removeKarte = endpoint({
  method: 'DELETE',
  path: '/api/kartes/:id',
  permission: 'kartes.write',
  summary: 'Delete one’s own note with its images and versions',
  description: 'An admin may delete any note. Soft delete: the note is no longer readable but stays in the database, because care records must be retained.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['kartes'],
})

export const removeKarteImage = endpoint({
  method: 'DELETE',
  path: '/api/kartes/:id/images/:attachment_id',
  permission: 'kartes.write',
  summary: 'Delete an image of one’s own note',
  description: 'Soft delete: the image is no longer readable but stays in the database with the earlier versions of the note.',
  params: InputObject({ id: Id, attachment_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, attachment_id: 1 } },
  staffChanges: ['kartes'],
})

export type KarteVersion = Static<typeof KarteVersion>
export const KarteVersion = Type.Object({
  id: Id,
  /** From 1, in the order written. */
  number: Type.Integer(),
  memo: Type.String(),
  image_count: Type.Integer(),
  /** Author of this version. */
  author: Person,
  created_at: Instant,
})

export const listKarteVersions = endpoint({
  method: 'GET',
  path: '/api/kartes/:id/versions',
  permission: 'kartes.read',
  summary: 'List the versions of a note, newest first',
  description: 'The first is the current note. Max 200.',
  params: ById,
  reply: Items(KarteVersion),
  example: { params: { id: 1 } },
})

export type KarteDraft = Static<typeof KarteDraft>
/** Autosaved draft; visible only to its author. */
export const KarteDraft = Type.Object({
  id: Id,
  /** Id of the patient. */
  user_id: Id,
  interview_id: Nullable(Id),
  /** Id of the note being edited; null for a new one. */
  karte_id: Nullable(Id),
  /** `updated_at` of the version of that note that the text is based on; null if unknown. */
  karte_updated_at: Nullable(Instant),
  memo: Type.String(),
  images: Type.Array(KarteImage),
  /** Changes with every save and is never reused. */
  version: Id,
  updated_at: Instant,
})

export const listKarteDrafts = endpoint({
  method: 'GET',
  path: '/api/karte_drafts',
  permission: 'kartes.write',
  summary: 'List the caller’s drafts of notes for a patient',
  description: 'At most one free note, one for each interview and one for each note being edited; max 200 in total.',
  query: UserId,
  reply: Items(KarteDraft),
  example: { query: { user_id: 1 } },
})

export const saveKarteDraft = endpoint({
  method: 'PUT',
  path: '/api/karte_drafts',
  permission: 'kartes.write',
  summary: 'Save a draft of a note',
  description: `Omit \`version\` to create the draft; otherwise send the version last read. 409 if another version is stored, unless the text is the same. \`karte_updated_at\` is the \`updated_at\` of the note that the text is based on; omitted, it stays. ${conflictText} \`saved\` is null if the draft became a note or was discarded.`,
  body: InputObject({
    user_id: Id,
    interview_id: Type.Optional(Id),
    karte_id: Type.Optional(Id),
    karte_updated_at: Type.Optional(Instant),
    memo,
    version: Type.Optional(Id),
  }),
  reply: KarteDraft,
  errors: ['conflict'],
  example: { body: { user_id: 1, memo: '■経過' } },
})

export const removeKarteDraft = endpoint({
  method: 'DELETE',
  path: '/api/karte_drafts/:id',
  permission: 'kartes.write',
  summary: 'Discard a draft with its images',
  params: ById,
  query: InputObject({ version: Type.Optional(Id) }),
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 }, query: {} },
})

export const addKarteDraftImages = endpoint({
  method: 'POST',
  path: '/api/karte_drafts/:id/images',
  permission: 'kartes.write',
  summary: 'Add images to a draft',
  description: imageText,
  params: ById,
  body: InputObject({}),
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
  summary: 'Delete an image of a draft',
  params: InputObject({ id: Id, attachment_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, attachment_id: 1 } },
})
