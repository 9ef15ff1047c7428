import type { CallError } from '../../api/call-error.ts'
import { joinSentences } from '../text/join-sentences.ts'

/** What a form stores as its draft. */
export type FormState<V> = {
  values: V
  /** Newest saved values that the form has taken, and their `updated_at`. */
  base: V
  base_at?: string
  /** `updated_at` sent with the next save. */
  known_at?: string
  /** The server rejected a save, because others had saved meanwhile. Later saves are based on the newest version, which the form shows. */
  isConflict?: boolean
  /** Edited fields of which others have saved another value. */
  collided?: readonly (keyof V)[]
  /** Errors of the server by field, until the field changes. */
  rejected?: FieldErrors
  /** Whether leaving the form would lose input; undefined if every difference between `values` and `base` is input. */
  hasInput?: boolean
}
/** Errors by field; `true` if the field itself shows what is wrong. A name with a dot, such as `starts.0`, is a part of a field. */
export type FieldErrors = Readonly<Record<string, string | boolean | undefined>>

export type RebaseOptions<V> = {
  /** Fields that are one value, such as a day and a time. */
  groups?: readonly (readonly (keyof V)[])[]
  /** Merges lists in which others added or removed entries. */
  merge?: { [K in keyof V]?: (mine: V[K], base: V[K], saved: V[K]) => V[K] }
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const newFormState = <V>(base: V, base_at: string | undefined): FormState<V> => ({ values: base, base, base_at, known_at: base_at })

/** `saved` with the fields edited since `base`. A field without `merge` has collided if the user and others changed it to different values. */
const withEdits = <V extends object>(values: V, base: V, saved: V, { groups = [], merge = {} }: RebaseOptions<V>) => {
  const groupOf = (field: keyof V) => groups.find((fields) => fields.includes(field)) ?? [field]
  const differs = (field: keyof V, a: V, b: V) => groupOf(field).some((each) => !isSame(a[each], b[each]))
  const edited = (Object.keys(values) as (keyof V)[]).filter((field) => differs(field, values, base))
  const merged = <K extends keyof V>(field: K): [K, V[K]] => [field, merge[field]?.(values[field], base[field], saved[field]) ?? values[field]]
  return {
    values: { ...saved, ...(Object.fromEntries(edited.map(merged)) as Partial<V>) },
    collided: edited.filter((field) => !merge[field] && differs(field, saved, base) && differs(field, saved, values)),
  }
}

/**
 * Rebases the form on a newer saved version: untouched fields take its values, edited fields stay or are merged. If a field has collided,
 * `known_at` stays old, so that the next save is rejected once and shows the other version. A version that is not newer changes nothing.
 */
export const rebase = <V extends object>(state: FormState<V>, saved: V, saved_at: string | undefined, options: RebaseOptions<V>) => {
  const { base, base_at, known_at, isConflict } = state
  if (saved_at === undefined || base_at === undefined || saved_at <= base_at) return state
  const { values, collided } = withEdits(state.values, base, saved, options)
  return {
    ...state,
    values,
    base: saved,
    base_at: saved_at,
    known_at: isConflict || (known_at === base_at && !collided.length) ? saved_at : known_at,
    collided: [...(state.collided ?? []), ...collided],
  }
}

/** The form after a save: based on the saved values, with the fields edited since `sent`. */
export const savedFormState = <V extends object>(current: V, sent: V, saved: V, saved_at: string | undefined, options: RebaseOptions<V>): FormState<V> => ({
  ...newFormState(saved, saved_at),
  values: withEdits(current, sent, saved, options).values,
})

const isPartOf = (name: string, fields: readonly string[]) => fields.some((field) => name === field || name.startsWith(`${field}.`))

/** The form after a change; the changed fields lose the errors of the server. */
export const withChange = <V extends object>(state: FormState<V>, change: Partial<V>): FormState<V> => {
  const rejected = Object.entries(state.rejected ?? {}).filter(([name]) => !isPartOf(name, Object.keys(change)))
  return { ...state, values: { ...state.values, ...change }, rejected: Object.fromEntries(rejected) }
}

/** Splits the server's errors into those of fields of the form and one text for the rest. `names`: field of the form by field of the request. */
export const splitErrors = ({ fields = {}, error, code }: CallError, values: object, names: Readonly<Record<string, string>>) => {
  const rejected: Record<string, string> = {}
  const others = new Set<string>()
  for (const [name, texts] of Object.entries(fields)) {
    // with a code other than `invalid`, the message states the rule, and `fields` says only which fields it concerns
    const text = code === undefined || code === 'invalid' ? joinSentences(texts) : error
    const own = names[name] ?? names[name.split(/[.[]/)[0]!] ?? name
    if (isPartOf(own, Object.keys(values))) rejected[own] = joinSentences([...new Set([rejected[own], text])])
    else others.add(text)
  }
  return { rejected, failure: Object.keys(fields).length ? joinSentences([...others]) || undefined : error }
}
