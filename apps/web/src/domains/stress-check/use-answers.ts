import { useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { readPendingAnswers, savePendingAnswers, toPendingAnswers } from '../../api/pending-answers.ts'
import { isFinal, useResend } from '../../api/use-resend.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { useGetStressDraftQuery, useSaveStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'saved'; at: string }

const place = 'stress_check'

/**
 * Answers of a person: those saved on the server, overlaid with those given here. Each answer is sent immediately and retried unless the server rejects it
 * for good.
 */
export const useAnswers = (user_id: number) => {
  const query = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [saveDraft] = useSaveStressDraftMutation()
  const [storedAnswers] = useState(() => readPendingAnswers<Answers>(place, user_id) ?? {})
  const { value: givenAnswers, put, forget } = useFormDraft<Answers>(`stress_check/${user_id}`, storedAnswers)
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const pending = useRef<Map<string, number>>(new Map(Object.entries(givenAnswers)))
  const sending = useRef<Promise<void>>(undefined)

  const sendOnce = async (): Promise<boolean> => {
    const sent = new Map(pending.current)
    setState({ kind: 'saving' })
    const { data, error } = await saveDraft({ user_id, answers: [...sent].map(([code, value]) => ({ code, value })) })
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      retryLater()
      return false
    }
    const fields = (error as CallError | undefined)?.fields ?? {}
    const rejected = [...sent].filter(([code]) => `answers.${code}` in fields)
    // the others of a rejected request are sent again, as is an answer changed during the request
    for (const [code, value] of rejected.length ? rejected : sent) if (pending.current.get(code) === value) pending.current.delete(code)
    savePendingAnswers(place, user_id, toPendingAnswers(pending.current))
    setState(data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'unsaved' })
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

  const savedAnswers = Object.fromEntries((query.data?.answers ?? []).map(({ code, value }) => [code, value]))
  return {
    query,
    answers: { ...savedAnswers, ...givenAnswers } as Answers,
    answer: (code: string, value: number) => {
      put({ [code]: value })
      pending.current.set(code, value)
      savePendingAnswers(place, user_id, toPendingAnswers(pending.current))
      void send()
    },
    state,
    /** Resolves once no request is in flight: a save after the submission would start a new draft. */
    waitForSave: async () => sending.current,
    forget: () => {
      pending.current.clear()
      savePendingAnswers(place, user_id, undefined)
      forget()
    },
  }
}
