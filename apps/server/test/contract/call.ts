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
/** Ids of one person's objects, to be put into an address. */
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
  /** Checkups that may be removed or cancelled, one a request. */
  bookings: number[]
  /** What stands in the room. */
  message: number
} & Pictures &
  Notes
/** Ids of pictures, and of some that may be deleted, one a request. */
export type Pictures = { imageCategory: number; imageResult: number; image: number; spareImageResults: number[]; spareImages: number[] }
/** Notes an admin wrote, the first with pictures; what they are writing; templates. */
export type Notes = { kartes: number[]; karteImages: number[]; drafts: number[]; draftImages: number[] }
export type Built = {
  method: string
  /** With every name that the specification gives the call in its address. */
  path: (ids: Ids) => string
  body?: (ids: Ids) => object
  row: Row
  /** What another person's object takes, where it is not `row`. */
  others?: Row
  /** Whose object the call names; `list` leaves out what is out of reach, `none` names nothing. */
  names: 'person' | 'list' | 'none'
  good: number
  /** A person who is no patient: for whom it is nevertheless there. */
  staffFor?: 'admin'
}

/** The smallest picture there is. */
export const dot = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
export const formWith = (fields: Record<string, unknown>, count: number) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (let n = 0; n < count; n++) form.append('images[]', new Blob([dot]), `${n}.gif`)
  return form
}
export const picturesOf = ({ user, imageCategory }: Pick<Ids, 'user' | 'imageCategory'>, count: number) =>
  formWith({ user_id: user, category_id: imageCategory, recorded_at: '2026-01-10T00:00:00Z', finding: '異常所見なし', status: 0 }, count)

export const get = (path: Built['path'], row: Row, names: Built['names'] = 'person'): Built => ({ method: 'GET', path, row, names, good: 200 })
export const phone = ({ user }: Ids) => ({ phone_number: `080${String(user % 100_000_000).padStart(8, '0')}` })
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
let judged = 0
// the same judgement is open once
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

/** One row added, changed and removed. */
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
    // those who may knock one after the other, so that each gets another row
    path: ({ kept }) => `/api/${list}/${kept[list][removals++ % kept[list].length]}`,
    row: judgements,
    names: 'person',
    good: 204,
  },
})
export const allergies = rowsOf('allergy_reactions', { kind: 'metal', is_occured: true }, { description: 'ニッケル' })
