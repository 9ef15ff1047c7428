import { useEffect, useRef, useState } from 'react'
import { type CallError, isFinal } from './call-error.ts'
import { savePendingAnswers, toPendingAnswers } from './pending-answers.ts'

const retryDelayMs = 5_000

/** Sends pending changes on mount and when back online; warns before unload while some are pending. */
const useResend = (send: () => Promise<unknown>, pending: { readonly current: ReadonlyMap<string, unknown> }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(send)
  latest.current = send
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    const sendLatest = () => void latest.current()
    const warn = (event: BeforeUnloadEvent) => {
      if (pending.current.size) event.preventDefault()
    }
    addEventListener('online', sendLatest)
    addEventListener('beforeunload', warn)
    // send what a reload or the end of a session left unsent
    sendLatest()
    return () => {
      isMounted.current = false
      removeEventListener('online', sendLatest)
      removeEventListener('beforeunload', warn)
      clearTimeout(timer.current)
    }
  }, [pending])
  return {
    cancel: () => clearTimeout(timer.current),
    retryLater: () => {
      // not after unmount: the next mount sends pending changes, and a late retry could overwrite newer ones
      if (isMounted.current) timer.current = setTimeout(() => void latest.current(), retryDelayMs)
    },
  }
}

/** `unsaved`: the answers are sent again. `rejected`: they are not sent again; `status` is the status of the error response. */
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'rejected'; status: CallError['status'] | undefined } | { kind: 'saved'; at: string }

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
 * request are. After a 404, all answers are kept. Unsent answers survive a reload of this tab.
 */
export const useUnsentAnswers = <A, Data extends { updated_at: string | null }>({ formKey, owner, unsent, save, onSettled }: Options<A, Data>) => {
  const pending = useRef(new Map<string, A>(Object.entries(unsent)))
  const sending = useRef<Promise<void>>(undefined)
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  /** The last rejection. It is shown while the other answers of its request are sent, and until the user gives the next answer. */
  const rejection = useRef<SaveState>(undefined)
  const store = () => savePendingAnswers(formKey, owner, toPendingAnswers(pending.current))

  const sendOnce = async (): Promise<boolean> => {
    const sent = new Map(pending.current)
    setState(rejection.current ?? { kind: 'saving' })
    const saved = await save(Object.fromEntries(sent))
    const { data, error } = saved
    const status = (error as CallError | undefined)?.status
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      retryLater()
      return false
    }
    if (status === 404) {
      setState({ kind: 'rejected', status })
      return false
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
    return true
  }
  const send = async () => {
    cancel()
    if (sending.current || !pending.current.size) return sending.current
    sending.current = (async () => {
      while (pending.current.size && (await sendOnce()));
    })()
    await sending.current
    sending.current = undefined
  }
  const { cancel, retryLater } = useResend(send, pending)

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
    /** Removes the unsent answers. */
    clear: () => {
      pending.current.clear()
      store()
    },
  }
}
