import type { Row } from './permissions.ts'

export const keptLists = [
  'allergy_reactions',
  'past_illnesses',
  'family_past_illnesses',
  'performed_operations',
  'medicine_intakes',
  'supplement_intakes',
] as const
export type KeptList = (typeof keptLists)[number]
/** Ids of one patient's objects, for use in URLs. */
export type Ids = {
  user: number
  room: number
  package: number
  sparePackage: number
  result: number
  spareResults: number[]
  assessment: number
  goal: number
  spareGoals: number[]
  kept: Record<KeptList, number[]>
  tasks: number[]
  questionnaire: number
  request: number
  reviews: number[]
  interviews: number[]
  record: number
  spareRecords: number[]
  /** Checkups to delete or cancel, one per request. */
  bookings: number[]
  /** A message in the patient's conversation. */
  message: number
} & Pictures &
  Notes
/** Ids of images; the `spare` ones are deleted, one per request. */
export type Pictures = { imageCategory: number; imageResult: number; image: number; spareImageResults: number[]; spareImages: number[] }
/** Kartes written by an admin (the first has images) and drafts. */
export type Notes = { kartes: number[]; karteImages: number[]; drafts: number[]; draftImages: number[] }
export type Built = {
  method: string
  /** URL with every query parameter that the specification names. */
  path: (ids: Ids) => string
  body?: (ids: Ids) => object
  row: Row
  /** Permission for another person's object, where it differs from `row`. */
  others?: Row
  /** How the call addresses objects: `person` by owner, `list` filters by the caller's scope, `none` not at all. */
  names: 'person' | 'list' | 'none'
  good: number
  /** Role that may also read a person who is not a patient. */
  staffFor?: 'admin'
}

/** 1 × 1 pixel GIF. */
export const dot = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
export const formWith = (fields: Record<string, unknown>, count: number) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (let i = 0; i < count; i++) form.append('images[]', new Blob([dot]), `${i}.gif`)
  return form
}
export const picturesOf = ({ user, imageCategory }: Pick<Ids, 'user' | 'imageCategory'>, count: number) =>
  formWith({ user_id: user, category_id: imageCategory, recorded_at: '2026-01-10T00:00:00Z', finding: '異常所見なし', status: 0 }, count)

export const get = (path: Built['path'], row: Row, names: Built['names'] = 'person'): Built => ({ method: 'GET', path, row, names, good: 200 })
export const phone = ({ user }: Ids) => ({ phone_number: `080${String(user % 100_000_000).padStart(8, '0')}` })
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
let judged = 0
// only one assessment per disease may be open
export const nextDisease = () => 20 + (judged++ % 100)
let found = 0
export const newDisease = () => ({ name: `Disease ${++found}`, name_ja: `病気${found}` })
export const writing =
  (method: string, good: number) =>
  (path: Built['path'], body: Built['body'], row: Row, names: Built['names'] = 'person'): Built => ({
    method,
    path,
    body,
    row,
    names,
    good,
  })
export const post = writing('POST', 201)
export const put = writing('PUT', 200)
export const results: Row = 'test results, images'
export const bookings: Row = 'test packages, interviews'
export const judgements: Row = 'assessments, illnesses, medicines, allergies, operations'
export const read: Row = 'read a record, list patients'
export const healthData: Row = 'questionnaires, health data'

/** The read, add, change and delete calls of one list. */
let removals = 0
export const rowsOf = (list: KeptList, added: object, changed: object): Record<string, Built> => ({
  [`GET /api/${list}`]: get(({ user }) => `/api/${list}?user_id=${user}`, read),
  [`POST /api/${list}`]: post(
    () => `/api/${list}`,
    ({ user }) => ({ user_id: user, ...added }),
    judgements,
  ),
  [`PUT /api/${list}/{id}`]: put(
    ({ kept }) => `/api/${list}/${kept[list][0]}`,
    () => changed,
    judgements,
  ),
  [`DELETE /api/${list}/{id}`]: {
    method: 'DELETE',
    // several permitted roles delete in turn, so each needs another row
    path: ({ kept }) => `/api/${list}/${kept[list][removals++ % kept[list].length]}`,
    row: judgements,
    names: 'person',
    good: 204,
  },
})
export const allergies = rowsOf('allergy_reactions', { kind: 'metal', is_occured: true }, { description: 'ニッケル' })
