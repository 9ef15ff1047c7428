import type { Row } from '../permissions.ts'
import { dots, Multipart } from './multipart.ts'

export const recordLists = [
  'allergy_reactions',
  'past_illnesses',
  'family_past_illnesses',
  'performed_operations',
  'medicine_intakes',
  'supplement_intakes',
] as const
export type RecordList = (typeof recordLists)[number]
/** Ids of one patient's objects, for use in URLs and bodies. */
export type Ids = {
  user: number
  /** The patient's name in kana. Undefined for the two patients of the test app. */
  kana?: { family: string; given: string[] }
  /** Patients that a list call asks for. */
  users: number[]
  /** A word in the patient's kartes and messages. */
  word: string
  room: number
  package: number
  /** A checkup whose results are released and withdrawn in turn. */
  sparePackage: number
  /** Checkup without a date yet. */
  undatedPackage: number
  /** Checkup with a fixed date. */
  datedPackage: number
  /** Checkups to delete and to cancel, one per request. */
  removablePackages: number[]
  cancellablePackages: number[]
  result: number
  spareResults: number[]
  assessment: number
  goal: number
  spareGoals: number[]
  recordIds: Record<RecordList, number[]>
  /** Allergy kinds without a record. */
  freeKinds: string[]
  tasks: number[]
  questionnaire: number
  /** A data entry request. */
  request: number
  /** Reviews of rows of the board. */
  reviews: number[]
  /** Urgent contacts. */
  contacts: number[]
  interviews: number[]
  healthRecord: number
  spareHealthRecords: number[]
  /** A message in the patient's conversation. */
  message: number
  policies: { privacy: number; usage: number }
  cartItems: number[]
  recommendations: number[]
  /** Decisions not to recommend a product. */
  passedProducts: number[]
} & Pictures &
  Notes
/** Ids of images; the `spare` ones are deleted, one per request. */
export type Pictures = { imageCategory: number; imageResult: number; image: number; spareImageResults: number[]; spareImages: number[] }
/** Kartes and drafts by one author; the first of each has images. */
export type Notes = { kartes: number[]; karteImages: number[]; drafts: number[]; draftImages: number[] }
/** Ids for `separateCalls` (`all.ts`), which have tests of their own. Only the trials create these objects. */
export type SeparateIds = Ids & {
  stressCheck: number
  imports: { uploaded: number[]; checked: number[]; applied: number[] }
  minutes: { interview: number; draftedInterviewIds: number[]; items: number[]; unmatched: number[]; freeInterviews: number[] }
  /** The first is paid and stays; the others are cancelled, one per request. */
  orders: number[]
  /** The payment of the first order. */
  payment: number
  cards: number[]
  deliveries: number[]
  /** A contract, and a charge of it that is paid. */
  contract: number
  charge: number
  /** Contracts that have not started. The first stays; the others are changed or withdrawn, one per request. */
  futureContracts: number[]
  waitlist: number[]
  fhirImports: number[]
  packagesForWaitlist: number[]
  offers: number[]
  finishedBulk: number
  stoppableBulks: number[]
  failedBulks: number[]
  proposals: { id: number; start: string }[]
  pins: number[]
  /** A patient who has not activated the account. */
  invited: number
  /** A member of staff to deactivate and activate. */
  leaver: number
  /** A request for an invitation. */
  inviteRequest: number
  // the following are objects of the caller
  sentMessages: number[]
  reactions: number[]
  likes: number[]
  messageNotes: number[]
  reminders: number[]
  cannedReplies: number[]
  templates: number[]
  feeds: number[]
  notification: number
  unreadRecord: number
  subscriptions: number[]
  sessions: number[]
  devices: number[]
  grants: number[]
  shares: number[]
}

export type Call<I extends Ids = Ids> = {
  method: string
  /** URL of the request. */
  path: (ids: I) => string
  /** Optional query parameters, which may reduce the response. The contract test adds them, so that every parameter of the specification is sent. */
  filters?: string | ((ids: I) => string)
  body?: (ids: I) => object | undefined
  /** Row of the permission table (`permissions.ts`). */
  row: Row
  /** Permission for another person's object, where it differs from `row`. */
  others?: Row
  /** Permission for an object that the caller wrote, where it differs from `row`. */
  asAuthor?: Row
  /**
   * `person`: one patient or an object of a patient, 404 if outside the caller's scope. `list`: patients, without those outside the scope. `none`: no patient.
   */
  target: 'person' | 'list' | 'none'
  /** Status for permitted callers. */
  good: number
  /** Role that may also send this call for a person who is not a patient. */
  staffFor?: 'admin'
  /** Keys that the reply may have, by path; `items[].` for those of a list. */
  reply?: string[]
  /** The reply is empty for the patient while the checkup is not released. */
  isHiddenUntilRelease?: boolean
  /** An endless response. */
  isStream?: boolean
  /** The reply is a file or FHIR: its keys are not listed. */
  isFile?: boolean
  /** Ends the caller's session. */
  endsSession?: boolean
}
type Path<I extends Ids> = Call<I>['path']
type Body<I extends Ids> = Call<I>['body']
type More<I extends Ids> = Partial<Call<I>>

/** An id that no object has. */
export const none = 9_007_199_254_740_991
export const first = <T>(things: readonly T[]): T | number => things[0] ?? none
/** Removes and returns the second id, so that each request uses up another object. Other calls use the first; it is returned only if no other is left. */
export const spare = (ids: number[]): number => ids.splice(1, 1)[0] ?? ids[0] ?? none
const turns = new WeakMap<object, number>()
/** The next entry, starting over at the end, so that successive requests get different objects. */
export const nextOf = <T>(things: readonly T[]): T => {
  const turn = turns.get(things) ?? 0
  turns.set(things, turn + 1)
  return things[turn % things.length]!
}

export const picturesOf = ({ user, imageCategory }: Pick<Ids, 'user' | 'imageCategory'>, count: number) =>
  new Multipart({ user_id: user, category_id: imageCategory, recorded_at: '2026-01-10T00:00:00Z', finding: '異常所見なし', status: 0 }, 'images[]', dots(count))

export const get = <I extends Ids>(path: Path<I>, row: Row, target: Call['target'] = 'person', more: More<I> = {}): Call<I> => ({
  method: 'GET',
  path,
  row,
  target,
  good: 200,
  ...more,
})
const writing =
  (method: string, good: number) =>
  <I extends Ids>(path: Path<I>, body: Body<I>, row: Row, target: Call['target'] = 'person', more: More<I> = {}): Call<I> => ({
    method,
    path,
    ...(body && { body }),
    row,
    target,
    good,
    ...more,
  })
export const post = writing('POST', 201)
export const put = writing('PUT', 200)
export const patch = writing('PATCH', 200)
export const remove = <I extends Ids>(path: Path<I>, row: Row, target: Call['target'] = 'person', more: More<I> = {}): Call<I> => ({
  method: 'DELETE',
  path,
  row,
  target,
  good: 204,
  ...more,
})

export const results: Row = 'test results, images'
export const preparing: Row = 'prepare imports of results'
export const bookings: Row = 'test packages, interviews'
export const judgements: Row = 'assessments, illnesses, medicines, allergies, operations'
export const read: Row = 'read a record, list patients'
export const healthData: Row = 'questionnaires, health data'
export const coordination: Row = 'write pins, reminders, data entry requests'
export const exportAll: Row = 'export all records'
export const coordinationRead: Row = 'read pins, reminders, data entry requests'

/** A read with the patient as `user_id`. */
export const byUser = (url: string, row: Row = read, more: More<Ids> = {}): Call =>
  get(({ user }) => `${url}${url.includes('?') ? '&' : '?'}user_id=${user}`, row, 'person', more)
/** A read that is the same for every patient. */
export const catalogue = (url: string, more: More<Ids> = {}): Call => get(() => url, 'catalogue', 'none', more)
