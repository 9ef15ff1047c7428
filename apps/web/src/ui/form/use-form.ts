import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { unreadableField } from '../date/unreadable.ts'
import { toast } from '../overlay/toast.ts'
import { joinSentences } from '../text/join-sentences.ts'
import { type FieldErrors, isSame, newFormState, type RebaseOptions, rebase, savedFormState, splitErrors, withChange } from './form-state.ts'
import { reportResult, type SaveMessages, type SendRequest, save } from './save.ts'
import { useFormDraft } from './use-form-draft.ts'

type Result<R> = { data?: R | undefined; error?: unknown }
type Send<V, R> = (values: V, updated_at: string | undefined, rejected: FieldErrors, base: V) => PromiseLike<Result<R>> | undefined
type Messages = Partial<SaveMessages> & { conflict?: string }
type FormOptions<V, R> = RebaseOptions<V> & {
  /** `updated_at` of the saved record as it is known now, if the form changes one. */
  version?: string
  /**
   * Errors by field, shown from the first submit on until the form is saved or reset. With an error, or with unreadable text in a `DatePicker`, `submit` does
   * not send the form.
   */
  check?: (values: V) => FieldErrors
  /** Whether the values have unsaved input, for forms in which not every difference from the saved values is input. Signing out asks before it deletes input. */
  hasInput?: (values: V) => boolean
  /**
   * Sends the form with the `updated_at` it is based on. Returns undefined if there is nothing to send; then the form closes. `rejected`: fields that the
   * server rejected and that have not changed since. `base`: the saved values that the form is based on.
   */
  send: Send<V, R>
  /** `failed` precedes the server's reason. After a conflict, `conflict` is shown instead of the server's reason. */
  messages?: Messages | ((values: V) => Messages)
  /** Fields of the request that have another name in the form. */
  names?: Readonly<Record<string, string>>
  /** Called with the first invalid field, for forms that must show it first. */
  onInvalid?: (field: string) => void
  onSaved?: (data: R, values: V) => void
  onFailed?: (error: CallError) => void
  /**
   * For a form that stays open: the saved values and version it is based on after a save; by default the values that were sent. Fields edited during the
   * save keep their edits. `formKey`: the form whose draft gets these edits, if the save created a record with another form. A form with `onClose` closes
   * unless this returns values.
   */
  saved?: (data: R) => { values: V; version?: string; formKey?: string } | undefined
  onClose?: () => void
  /** The form closes at once; a failure is reported in a toast. */
  isOptimistic?: boolean
  /** Reopens the form with its text after the server rejects it. If given, the form is optimistic by default. */
  onReopen?: (error: CallError) => void
}

/** What `FormDialog` and `FormFailure` need of a form. */
export type FormFrame = {
  dialogProps: { unsaved: boolean; onClose: () => void }
  submit: (box?: HTMLElement) => void
  failure: string | undefined
  isConflict: boolean
  isSending: boolean
  closeAndSend: (send: SendRequest, messages: SaveMessages) => void
}

const changedValue = <T>(next: T | ChangeEvent<{ value: string }>) => {
  const isEvent = typeof next === 'object' && next !== null && 'currentTarget' in next
  // the field of an event is a text field, for which T is string
  return (isEvent ? next.currentTarget.value : next) as T
}

const firstError = (errors: FieldErrors) => Object.keys(errors).find((name) => errors[name])

/** Focuses the first invalid field of a form, or the first control of an invalid group. Returns false if the form shows no invalid field. */
const focusFirstInvalid = (box: HTMLElement | undefined) => {
  const first = box?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')
  const control = first?.matches('input, select, textarea') ? first : first?.querySelector<HTMLElement>('input, select, textarea, button')
  const target = control ?? first
  // focus does not scroll to an element that has it already
  if (target && target === document.activeElement) target.scrollIntoView?.({ block: 'nearest' })
  else target?.focus()
  return Boolean(first)
}

type StateOptions<V extends object> = RebaseOptions<V> & Pick<FormOptions<V, never>, 'version' | 'hasInput'>

/** The values of a form and the errors of the server, stored as a form draft. `latest` is also current between renders. */
const useFormState = <V extends object>(formKey: string | undefined, initial: V, { version, groups, merge, hasInput }: StateOptions<V>) => {
  const draft = useFormDraft(formKey, newFormState(initial, version))
  const state = rebase(draft.value, initial, version, { groups, merge })
  const latest = useRef(state)
  latest.current = state
  const set = (next: typeof state) => {
    latest.current = next
    draft.set(hasInput ? { ...next, hasInput: hasInput(next.values) } : next)
  }
  return { state, latest, set, store: draft.store, reserveFor: draft.reserveFor, forget: draft.forget }
}

type FormStore<V extends object> = ReturnType<typeof useFormState<V>>

/** Checks a form, shows its errors and focuses the first one. */
const useCheck = <V extends object>({ latest, state }: FormStore<V>, { check, onInvalid }: Pick<FormOptions<V, never>, 'check' | 'onInvalid'>) => {
  const [isChecked, setChecked] = useState(false)
  const box = useRef<HTMLElement>(undefined)
  const [invalid, setInvalid] = useState<{ onHidden?: () => void }>()
  useEffect(() => {
    if (invalid && !focusFirstInvalid(box.current)) invalid.onHidden?.()
  }, [invalid])
  /** `onHidden`: called if the form does not show the invalid field. */
  const focusInvalid = (onHidden?: () => void) => setInvalid({ onHidden })
  const validate = (element?: HTMLElement) => {
    box.current = element
    setChecked(true)
    const invalid = firstError(check?.(latest.current.values) ?? {})
    const isValid = !invalid && !unreadableField(element)
    if (!isValid) focusInvalid()
    if (invalid) onInvalid?.(invalid)
    return isValid
  }
  let errors: FieldErrors | undefined
  /** Called only after the hook has returned, because `check` may use what the component computes from the values of the form. */
  const shownErrors = () => {
    errors ??= isChecked ? (check?.(state.values) ?? {}) : {}
    return errors
  }
  return { shownErrors, validate, focusInvalid, hideErrors: () => setChecked(false) }
}

type ErrorDisplay = { focusInvalid: (onHidden?: () => void) => void; hideErrors: () => void }

/** Sends a form, one request at a time, and keeps the reason of a failure. */
const useSend = <V extends object, R>(
  { latest, set, store, reserveFor, forget }: FormStore<V>,
  { focusInvalid, hideErrors }: ErrorDisplay,
  options: FormOptions<V, R>,
) => {
  const { messages = {}, names = {}, onSaved, onFailed, saved, onClose, onReopen, isOptimistic = onReopen !== undefined } = options
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  /** Set while the form is being sent: the values that do not count as edits. They are the sent values, or after a reset the initial values. */
  const sent = useRef<V>(undefined)
  const isClosed = useRef(false)

  const close = () => {
    isClosed.current = true
    forget()
    onClose?.()
  }
  const reject = (error: CallError, { failed, conflict }: Messages = {}) => {
    const { rejected, failure } = splitErrors(error, latest.current.values, names)
    const { base_at } = latest.current
    const isConflict = error.code === 'conflict'
    set({ ...latest.current, rejected, ...(isConflict && { isConflict, known_at: base_at }) })
    const reason = isConflict && conflict ? conflict : failure
    const show = (...reasons: (string | undefined)[]) => setFailure(reasons.some(Boolean) ? joinSentences([failed, ...reasons]) : undefined)
    show(reason)
    if (firstError(rejected)) focusInvalid(() => show(reason, ...Object.values(rejected)))
  }
  const fail = (error: CallError, words: Messages) => {
    // the user closed the form meanwhile
    if (isClosed.current) return void toast.error(words.failed ?? error.error, words.failed ? { text: error.error } : {})
    reject(error, words)
    onFailed?.(error)
  }
  const sendWith = async (send: Send<V, R>): Promise<Result<R>> => {
    if (sent.current) return {}
    const { values, known_at, rejected = {}, base } = latest.current
    isClosed.current = false
    setFailure(undefined)
    const request = send(values, known_at, rejected, base)
    if (!request) {
      close()
      return {}
    }
    const words = typeof messages === 'function' ? messages(values) : messages
    const { done = '', failed = '', text } = words
    if (isOptimistic) {
      close()
      const resend = () => reserveFor(send(values, known_at, rejected, base))
      void reportResult(reserveFor(request), resend, { done, failed, text }, { onFailed: (error) => reject(error), onRejected: onReopen, onSaved: forget })
      return {}
    }
    sent.current = values
    setSending(true)
    const { data, error } = await request
    const unedited = sent.current
    sent.current = undefined
    setSending(false)
    if (error) fail(error as CallError, words)
    else if (done) toast.success(done, { text })
    if (error || isClosed.current) return { data, error }
    const given = saved?.(data as R)
    if (onClose && !given) close()
    else {
      const stored: NonNullable<typeof given> = given ?? { values, version: latest.current.base_at }
      const next = savedFormState(latest.current.values, unedited, stored.values, stored.version, options)
      set(next)
      forget()
      if (!isSame(next.values, next.base)) store(next, stored.formKey)
      hideErrors()
    }
    onSaved?.(data as R, values)
    return { data }
  }
  return { failure, setFailure, isSending, sent, close, sendWith }
}

/**
 * A form whose values are a form draft: they survive the end of the session and a failed save. `formKey` is for example `tasks/12/new`; without it
 * nothing is stored. Errors of the server appear at their fields until the fields change. For conflicts see `rebase`.
 */
export const useForm = <V extends object, R = unknown>(formKey: string | undefined, initial: V, options: FormOptions<V, R>) => {
  const form = useFormState(formKey, initial, options)
  const { shownErrors, validate, ...display } = useCheck(form, options)
  const { failure, setFailure, isSending, sent, close, sendWith } = useSend(form, display, options)
  const submit = (box?: HTMLElement) => {
    if (!sent.current && validate(box)) void sendWith(options.send)
  }
  const { values, base, rejected = {}, base_at, known_at } = form.state
  const put = (change: Partial<V>) => form.set(withChange(form.latest.current, change))
  const putField = <K extends keyof V>(name: K, value: V[K]) => {
    const change: Partial<V> = {}
    change[name] = value
    put(change)
  }

  const errorOf = (name: string) => {
    const error = shownErrors()[name] || rejected[name]
    return typeof error === 'string' ? error : undefined
  }
  const isUnsaved = !isSame(values, base)
  return {
    values,
    put,
    errorOf,
    rejected,
    /** Others saved meanwhile: they changed a field that this form changes too, or the server rejected a save. */
    isConflict: form.state.isConflict === true || known_at !== base_at,
    /** Edited fields of which others have saved another value than the form has; `initial` has their values. */
    collided: [...new Set(form.state.collided)].filter((name) => !isSame(values[name], base[name])),
    isSending,
    failure,
    close,
    submit,
    /** For forms that ask something before they send: `validate` checks the form as `submit` does, `sendWith` sends it unchecked in another way. */
    validate,
    sendWith,
    /** For forms of several steps: the errors of the fields are shown again from the next check on. */
    hideErrors: display.hideErrors,
    /** Discards the input of a form that stays open. */
    reset: () => {
      form.set(newFormState(initial, options.version))
      if (sent.current) sent.current = initial
      form.forget()
      display.hideErrors()
      setFailure(undefined)
    },
    /** Props of a field: `<TextInput {...field('name')} />`. */
    field: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      onChange: (next: V[K] | ChangeEvent<{ value: string }>) => putField(name, changedValue(next)),
      error: errorOf(name),
    }),
    /** Props of a `Checkbox`. */
    checkbox: <K extends keyof V & string>(name: K) => ({
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => putField(name, event.currentTarget.checked as V[K]),
      error: errorOf(name),
    }),
    dialogProps: { unsaved: isUnsaved, onClose: close },
    /** Closes the form and sends something else, such as the removal of the record. */
    closeAndSend: (send: SendRequest, words: SaveMessages) => {
      close()
      void save(send, words)
    },
  }
}

/** A form as its fields use it. */
export type Form<V extends object> = Omit<ReturnType<typeof useForm<V>>, 'sendWith' | 'collided'>
