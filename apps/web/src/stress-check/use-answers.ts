import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../kit/call-error.ts'
import { useUnsaved } from '../kit/unsaved.ts'
import { keepUnsent, readUnsent, unsentOf } from '../kit/unsent.ts'
import { useGetStressDraftQuery, useKeepStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'saved'; at: string }

const retryAfter = 5_000
/** The answer is wrong; whoever has no session, or asks too often, sends it again. */
const isRefused = (error: unknown) => {
  const { status } = (error ?? {}) as CallError
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(async () => {})
  const isShown = useRef(true)

  const send = async () => {
    clearTimeout(timer.current)
    if (isSending.current || waiting.current.size === 0) return
    isSending.current = true
    const sent = new Map(waiting.current)
    setState({ kind: 'saving' })
    const { data, error } = await keep({ user_id, answers: [...sent].map(([code, value]) => ({ code, value })) })
    isSending.current = false
    if (error && !isRefused(error)) {
      setState({ kind: 'unsaved' })
      // whoever comes back has it; sent from here as well it would overtake what they answer then
      if (isShown.current) timer.current = setTimeout(() => void latest.current(), retryAfter)
      return
    }
    // what was changed while it was on its way goes again
    for (const [code, value] of sent) if (waiting.current.get(code) === value) waiting.current.delete(code)
    keepUnsent(place, user_id, unsentOf(waiting.current))
    setState(data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'unsaved' })
    await send()
  }

  latest.current = send
  useEffect(() => {
    isShown.current = true
    const again = () => void latest.current()
    const warn = (event: BeforeUnloadEvent) => {
      if (waiting.current.size) event.preventDefault()
    }
    addEventListener('online', again)
    addEventListener('beforeunload', warn)
    // what a session that ended, or a reload, left behind
    again()
    return () => {
      isShown.current = false
      removeEventListener('online', again)
      removeEventListener('beforeunload', warn)
      clearTimeout(timer.current)
    }
  }, [])

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
