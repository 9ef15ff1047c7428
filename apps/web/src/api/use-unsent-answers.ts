import { useEffect, useRef, useState } from 'react'
import { type CallError, isFinal } from './call-error.ts'
import { readPendingAnswers, savePendingAnswers, toPendingAnswers } from './pending-answers.ts'
import { selectMe } from './session.ts'
import { useAppStore } from './store.ts'

const retryDelayMs = 5_000
const maxRetryDelayMs = 5 * 60_000

/** What ends the resending of a form that was left, by form and owner. Returns the request in flight. */
const leftForms = new Map<string, () => Promise<unknown> | undefined>()

type Resend = {
  /** Form and owner. */
  id: string
  send: () => Promise<unknown>
  sending: { readonly current: Promise<unknown> | undefined }
  /** Whether there are answers that are not sent and not deleted since. */
  hasPending: () => boolean
}

/**
 * Sends pending changes on mount and when back online; warns before unload while some are pending. A form that was left goes on with both until it has
 * nothing to send or is opened again: the newer form then sends the changes.
 */
const useResend = (resend: Resend) => {
  const { id } = resend
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(resend)
  latest.current = resend
  const phase = useRef<'open' | 'left' | 'ended'>('open')
  const isRetrying = useRef(false)
  const failures = useRef(0)
  const end = useRef(() => {})
  const earlier = useRef<Promise<unknown>>(undefined)
  useEffect(() => {
    earlier.current = leftForms.get(id)?.()
    phase.current = 'open'
    const sendLatest = () => void latest.current.send()
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.hasPending()) event.preventDefault()
    }
    addEventListener('online', sendLatest)
    addEventListener('beforeunload', warn)
    end.current = () => {
      phase.current = 'ended'
      leftForms.delete(id)
      removeEventListener('online', sendLatest)
      removeEventListener('beforeunload', warn)
      clearTimeout(timer.current)
    }
    // send what a reload or the end of a session left unsent
    sendLatest()
    return () => {
      if (!isRetrying.current && !latest.current.sending.current) return end.current()
      phase.current = 'left'
      leftForms.set(id, () => {
        end.current()
        return latest.current.sending.current
      })
    }
  }, [id])
  return {
    hasLeft: () => phase.current === 'left',
    hasEnded: () => phase.current === 'ended',
    /** Resolves once the request of the form that was left before is no longer in flight; its answers may be older. */
    waitForEarlier: async () => earlier.current,
    cancel: () => clearTimeout(timer.current),
    /** Called when a request or several have ended. `isLater`: whether changes are still to be sent. */
    settle: (isLater: boolean) => {
      isRetrying.current = isLater
      if (phase.current === 'ended') return
      failures.current = isLater && phase.current === 'left' ? failures.current + 1 : 0
      // a form that was left may be resent for hours: less and less often, up to every five minutes, and at once when back online
      if (isLater)
        timer.current = setTimeout(() => void latest.current.send(), Math.min(retryDelayMs * 2 ** Math.max(0, failures.current - 1), maxRetryDelayMs))
      else if (phase.current === 'left') end.current()
    },
  }
}

/** `unsaved`: the answers are sent again. `rejected`: they are not sent again; `status` is the status of the error response. */
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'rejected'; status: CallError['status'] | undefined } | { kind: 'saved'; at: string }

/** `later`: the request is repeated later. `ended`: the answers are not sent again. */
type Outcome = 'next' | 'later' | 'ended'
type Answers<A> = Readonly<Record<string, A>>
type Saved<Data> = { data?: Data; error?: unknown; rejected: readonly string[] }
type Options<A, Data> = {
  /** Key under which unsent answers are stored (`savePendingAnswers`). */
  formKey: string
  owner: number | undefined
  /** Unsent answers by key, read on mount. */
  unsent: Answers<A>
  /** `rejected` has the keys of the answers that an error names. */
  save: (answers: Answers<A>) => Promise<Saved<Data>>
  /** Called with the answers that won’t be sent again: the saved ones or the rejected ones. */
  onSettled?: (answers: Answers<A>, saved: Saved<Data>) => void
}

/**
 * Sends each answer at once, and again after a failure that is not final. Answers that the server rejects are not sent again; the other answers of the same
 * request are. After a 404 or 409, all answers are kept. Unsent answers survive a reload of this tab, and are also sent after the form was left.
 */
export const useUnsentAnswers = <A, Data extends { updated_at: string | null }>({ formKey, owner, unsent, save, onSettled }: Options<A, Data>) => {
  const pending = useRef(new Map<string, A>(Object.entries(unsent)))
  const sending = useRef<Promise<Outcome>>(undefined)
  const session = useAppStore()
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  /** The last rejection. It is shown while the other answers of its request are sent, and until the user gives the next answer. */
  const rejection = useRef<SaveState>(undefined)
  const store = () => savePendingAnswers(formKey, owner, toPendingAnswers(pending.current))
  /** The form was opened again, or was left and signing out deleted the answers. */
  const isObsolete = () => resend.hasEnded() || (resend.hasLeft() && !readPendingAnswers(formKey, owner))

  const sendOnce = async (): Promise<Outcome> => {
    if (isObsolete()) return 'ended'
    // without the session of their author, the answers wait
    if (resend.hasLeft() && selectMe(session.getState())?.id !== owner) return 'later'
    const sent = new Map(pending.current)
    setState(rejection.current ?? { kind: 'saving' })
    const saved = await save(Object.fromEntries(sent))
    if (isObsolete()) return 'ended'
    const { data, error } = saved
    const status = (error as CallError | undefined)?.status
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      return 'later'
    }
    // the form was deleted or sent elsewhere: the user decides what becomes of the answers
    if (status === 404 || status === 409) {
      setState({ kind: 'rejected', status })
      return 'ended'
    }
    const rejected = [...sent].filter(([key]) => saved.rejected.includes(key))
    // an answer changed during the request is sent again, too
    const settled = (rejected.length ? rejected : [...sent]).filter(([key, answer]) => pending.current.get(key) === answer)
    for (const [key] of settled) pending.current.delete(key)
    store()
    onSettled?.(Object.fromEntries(settled), saved)
    const next: SaveState = data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'rejected', status }
    if (next.kind === 'rejected' && settled.length) rejection.current = next
    setState(rejection.current ?? next)
    return 'next'
  }
  const sendAll = async () => {
    await resend.waitForEarlier()
    let outcome: Outcome = 'next'
    while (pending.current.size && outcome === 'next') outcome = await sendOnce()
    return outcome
  }
  const send = async () => {
    resend.cancel()
    if (sending.current) return
    if (!pending.current.size) return resend.settle(false)
    sending.current = sendAll()
    const outcome = await sending.current
    sending.current = undefined
    resend.settle(outcome === 'later')
  }
  const resend = useResend({ id: `${owner} ${formKey}`, send, sending, hasPending: () => pending.current.size > 0 && !isObsolete() })

  return {
    state,
    send: (answers: Answers<A>) => {
      rejection.current = undefined
      for (const [key, answer] of Object.entries(answers)) pending.current.set(key, answer)
      store()
      void send()
    },
    /** Resolves once no request is in flight. */
    waitForSave: async () => sending.current,
    /** Removes the unsent answers, and returns them. */
    clear: (): Answers<A> => {
      const removed = Object.fromEntries(pending.current)
      pending.current.clear()
      store()
      return removed
    },
  }
}
