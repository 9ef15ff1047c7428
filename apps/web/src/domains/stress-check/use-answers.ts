import { useRef, useState } from 'react'
import { useFormDraft } from '../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers, toPendingAnswers } from '../../api/pending-answers.ts'
import { isFinal, useResend } from '../../api/use-resend.ts'
import { useGetStressDraftQuery, useSaveStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'saved'; at: string }

const place = 'stress_check'

/** Answers of a person: those saved on the server, overlaid with those given here. Each answer is sent immediately and retried after a network failure. */
export const useAnswers = (user_id: number) => {
  const asked = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [keep] = useSaveStressDraftMutation()
  const [left] = useState(() => readPendingAnswers<Answers>(place, user_id) ?? {})
  const { value: given, put, forget } = useFormDraft<Answers>(`stress_check/${user_id}`, left)
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const waiting = useRef<Map<string, number>>(new Map(Object.entries(given)))
  const sending = useRef<Promise<void>>(undefined)

  const sendOnce = async (): Promise<boolean> => {
    const sent = new Map(waiting.current)
    setState({ kind: 'saving' })
    const { data, error } = await keep({ user_id, answers: [...sent].map(([code, value]) => ({ code, value })) })
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      later()
      return false
    }
    // an answer changed during the request is sent again
    for (const [code, value] of sent) if (waiting.current.get(code) === value) waiting.current.delete(code)
    savePendingAnswers(place, user_id, toPendingAnswers(waiting.current))
    setState(data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'unsaved' })
    return true
  }
  const send = async () => {
    cancel()
    if (sending.current || !waiting.current.size) return sending.current
    sending.current = (async () => {
      while (waiting.current.size && (await sendOnce()));
    })()
    await sending.current
    sending.current = undefined
  }

  const { cancel, later } = useResend(send, waiting)

  const kept = Object.fromEntries((asked.data?.answers ?? []).map(({ code, value }) => [code, value]))
  return {
    isReady: asked.data !== undefined,
    isError: asked.isError,
    refetch: asked.refetch,
    answers: { ...kept, ...given } as Answers,
    answer: (code: string, value: number) => {
      put({ [code]: value })
      waiting.current.set(code, value)
      savePendingAnswers(place, user_id, toPendingAnswers(waiting.current))
      void send()
    },
    state,
    /** Resolves once no request is in flight: a save after the submission would start a new draft. */
    settled: async () => sending.current,
    forget: () => {
      waiting.current.clear()
      savePendingAnswers(place, user_id, undefined)
      forget()
    },
  }
}
