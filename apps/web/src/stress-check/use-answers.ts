import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../kit/call-error.ts'
import { useUnsaved } from '../kit/unsaved.ts'
import { useGetStressDraftQuery, useKeepStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
export type SaveState = { kind: 'none' | 'saving' | 'unsaved' } | { kind: 'saved'; at: string }

const retryAfter = 5_000
const isRefused = (error: unknown) => {
  const { status } = (error ?? {}) as CallError
  return typeof status === 'number' && status >= 400 && status < 500
}

/** The answers of a person: what was kept on any device, and over it what was given here. Each is sent as it is given, again when the line was gone. */
export const useAnswers = (user_id: number) => {
  const asked = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [keep] = useKeepStressDraftMutation()
  const { value: given, put, forget } = useUnsaved<Answers>(`stress_check/${user_id}`, {})
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const waiting = useRef<Map<string, number>>(new Map(Object.entries(given)))
  const isSending = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(async () => {})

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
      timer.current = setTimeout(() => void latest.current(), retryAfter)
      return
    }
    // what was changed while it was on its way goes again
    for (const [code, value] of sent) if (waiting.current.get(code) === value) waiting.current.delete(code)
    setState(data?.updated_at ? { kind: 'saved', at: data.updated_at } : { kind: 'unsaved' })
    await send()
  }

  latest.current = send
  useEffect(() => {
    const again = () => void latest.current()
    addEventListener('online', again)
    // what a session that ended left behind
    again()
    return () => {
      removeEventListener('online', again)
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
      void send()
    },
    state,
    forget,
  }
}
