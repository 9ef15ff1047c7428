import type { Permission } from '@sukoyaka/wire/access'
import type { KeptList } from '../rows/kept-lists.ts'
import { type Imports, nobody, type Records, type Subject } from '../rows/records.ts'

/** Relation of the requested object to the caller. */
export const relations = ['own', 'others', 'absent', 'unreleased', 'staff', 'swapped'] as const
export type Relation = (typeof relations)[number]

type Sending = { url: string; body?: unknown }
export type Call = {
  /** The request for this relation; undefined if the call has no such relation. */
  send: (relation: Relation, records: Records, asker_id: number) => Sending | undefined
  /** Outside the scope: `named` returns 404, `list` omits the rows, `context` names no patient. */
  kind: 'named' | 'list' | 'context'
  /** Permission for another person's object, where it differs from the call's. */
  others?: Permission
  /** Status for permitted callers, where it differs from the endpoint's. */
  answers?: number
  /** An endless response. */
  isStream?: boolean
  /** A file instead of JSON. */
  isFile?: boolean
  /** Ends the caller's session. */
  endsSession?: boolean
}

export const subjectOf = (relation: Relation, { hanako, taro, colleague_id }: Records): Subject | undefined => {
  if (relation === 'own') return hanako
  if (relation === 'others') return taro
  if (relation === 'absent') return nobody
  if (relation === 'staff') return { ...nobody, user_id: colleague_id }
  return undefined
}

export const byUser = (path: string, more = ''): Call => ({
  kind: 'named',
  send: (relation, records) => {
    const subject = subjectOf(relation, records)
    return subject && { url: `${path}?user_id=${subject.user_id}${more}` }
  },
})

export const byId = (url: (s: Subject) => string, body?: (s: Subject) => unknown): Call => ({
  kind: 'named',
  send: (relation, records) => {
    const subject = subjectOf(relation, records)
    return subject && { url: url(subject), ...(body && { body: body(subject) }) }
  },
})

export const ofHouse = (url: string, { body, ...more }: Partial<Call> & { body?: (asker_id: number) => unknown } = {}): Call => ({
  kind: 'context',
  send: (relation, _, asker_id) => (relation === 'own' ? { url, ...(body && { body: body(asker_id) }) } : undefined),
  ...more,
})

/** Each request takes another import in this state. */
export const ofImport = (state: keyof Imports, url: (id: number) => string, body?: object): Call => ({
  kind: 'context',
  send: (relation, { imports }) => (relation === 'own' ? { url: url(imports[state].shift() ?? 0), ...(body && { body }) } : undefined),
})
export const part = { content: 'YSxiCjEsMg==' }

export const byIds = (url: (ids: number[]) => string): Call => ({
  kind: 'list',
  send: (relation, records) => {
    if (relation === 'swapped') return { url: url([records.hanako.user_id, records.taro.user_id]) }
    const subject = subjectOf(relation, records)
    return subject && { url: url([subject.user_id]) }
  },
})

/** Lists of a patient whose rows are added, changed and deleted one at a time. */
export const adding = (list: KeptList, body: object) =>
  byId(
    () => `/api/${list}`,
    ({ user_id }) => ({ user_id, ...body }),
  )
export const changing = (list: KeptList, body: object) =>
  byId(
    (s) => `/api/${list}/${s.kept[list][0]}`,
    () => body,
  )
const turns = new WeakMap<object, number>()
/** The next item, cyclic: permitted callers send in turn and each takes another one. */
export const nextOf = <T>(things: readonly T[]): T => {
  const turn = turns.get(things) ?? 0
  turns.set(things, turn + 1)
  return things[turn % things.length]!
}
export const removing = (list: KeptList) => byId((s) => `/api/${list}/${nextOf(s.kept[list])}`)

/** A phone number is unique per person. */
export const phone = ({ user_id }: Subject) => ({ phone_number: `090-${String(user_id).padStart(8, '0')}` })
let strangers = 0
/** Another email each time, so that no account limit applies. */
export const stranger = () => ({ email: `stranger${++strangers}@example.com` })

let judged = 0
/** Only one assessment per disease may be open. */
export const nextDisease = () => 2 + (judged++ % 110)
let found = 0
export const newDisease = () => ({ name: `Disease ${++found}`, name_ja: `病気${found}` })

/** 1 × 1 pixel GIF. */
export const dot = { filename: 'dot.gif', content: Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64') }
