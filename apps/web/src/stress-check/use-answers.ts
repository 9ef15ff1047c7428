import { useRef, useState } from 'react'
import { useUnsaved } from '../kit/unsaved.ts'
import { keepUnsent, readUnsent, unsentOf } from '../kit/unsent.ts'
import { isFinal, useSendAgain } from '../kit/use-send-again.ts'
import { useGetStressDraftQuery, useKeepStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'saved'; at: string }

const place = 'stress_check'

/** The answers of a person: what was kept on any device, and over it what was given here. Each is sent as it is given, again when the line was gone. */
export const useAnswers = (user_id: number) => {
  const asked = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [keep] = useKeepStressDraftMutation()
  const [left] = useState(() => readUnsent<Answers>(place, user_id) ?? {})
  const { value: given, put, forget } = useUnsaved<Answers>(`stress_check/${user_id}`, left)
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const waiting = useRef<Map<string, number>>(new Map(Object.entries(given)))
  const isSending = useRef(false)

  const send = async () => {
    cancel()
    if (isSending.current || waiting.current.size === 0) return
    isSending.current = true
    const sent = new Map(waiting.current)
    setState({ kind: 'saving' })
    const { data, error } = await keep({ user_id, answers: [...sent].map(([code, value]) => ({ code, value })) })
    isSending.current = false
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      later()
      return
    }
    // what was changed while it was on its way goes again
    for (const [code, value] of sent) if (waiting.current.get(code) === value) waiting.current.delete(code)
    keepUnsent(place, user_id, unsentOf(waiting.current))
    setState(data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'unsaved' })
    await send()
  }

  const { cancel, later } = useSendAgain(send, waiting)

  const kept = Object.fromEntries((asked.data?.answers ?? []).map(({ code, value }) => [code, value]))
  return {
    isReady: asked.data !== undefined,
    isError: asked.isError,
    refetch: asked.refetch,
    answers: { ...kept, ...given } as Answers,
    answer: (code: string, value: number) => {
      put({ [code]: value })
      waiting.current.set(code, value)
      keepUnsent(place, user_id, unsentOf(waiting.current))
      void send()
    },
    state,
    forget: () => {
      waiting.current.clear()
      keepUnsent(place, user_id, undefined)
      forget()
    },
  }
}
