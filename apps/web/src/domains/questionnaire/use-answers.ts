import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { useMemo, useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers, toPendingAnswers } from '../../api/pending-answers.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { isFinal, useResend } from '../../api/use-resend.ts'
import { type Answer, type Answers, answersIn, sentOf } from './answers.ts'
import { useSaveQuestionnaireMutation } from './api.ts'

export type SaveState = { kind: 'none' | 'saving' | 'unsaved' | 'closed' | 'gone' } | { kind: 'saved'; at: string }

/** Answers given in this window; `version` is the first server version that contains them. */
type Given = Readonly<Record<string, Answer & { version?: number }>>

const statusOf = (error: unknown) => (error as CallError | undefined)?.status

/** Answers of a questionnaire: the server's, overlaid with those given here. Each answer is sent immediately and retried after a network failure. */
export const useAnswers = (kept: QuestionnaireDetail) => {
  const me = useAppSelector(selectMe)
  const { id } = kept
  const [owner] = useState(me?.id)
  const [left] = useState(() => readPendingAnswers<Given>(`questionnaire.${id}`, owner) ?? {})
  const { value: given, put, forget } = useFormDraft<Given>(`questionnaires/${id}`, left)
  const [save] = useSaveQuestionnaireMutation()
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const [faults, setFaults] = useState<readonly string[]>([])
  const waiting = useRef(new Map<string, Answer>(Object.entries(given).filter(([, { version }]) => version === undefined)))
  const isSending = useRef<Promise<void>>(undefined)

  const sendOnce = async () => {
    const sent = new Map(waiting.current)
    setState({ kind: 'saving' })
    const { data, error } = await save({ id, ...sentOf(Object.fromEntries(sent)) })
    if (statusOf(error) === 404) {
      // the request was cancelled, so the unsent answers stay for another questionnaire
      setState({ kind: 'gone' })
      return false
    }
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      later()
      return false
    }
    // an answer changed during the request is sent again
    const done = [...sent].filter(([place, answer]) => waiting.current.get(place) === answer)
    for (const [place] of done) waiting.current.delete(place)
    savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(waiting.current))
    if (data) put(Object.fromEntries(done.map(([place, answer]) => [place, { ...answer, version: data.version }])))
    const refused = (error as CallError | undefined)?.fields
    if (refused) setFaults((before) => [...new Set([...before, ...Object.keys(refused)])])
    setState(data ? { kind: 'saved', at: data.updated_at } : { kind: statusOf(error) === 409 ? 'closed' : 'unsaved' })
    return !error
  }
  const send = async () => {
    cancel()
    if (isSending.current || !waiting.current.size) return isSending.current
    isSending.current = (async () => {
      while (waiting.current.size && (await sendOnce()));
    })()
    await isSending.current
    isSending.current = undefined
  }
  const { cancel, later } = useResend(send, waiting)

  const answers = useMemo((): Answers => {
    const own = Object.entries(given).filter(([, { version }]) => version === undefined || version > kept.version)
    return { ...answersIn(kept), ...Object.fromEntries(own) }
  }, [kept, given])

  return {
    answers,
    state,
    faults,
    setFaults,
    answer: (change: Answers) => {
      setFaults((before) => before.filter((place) => !(place in change)))
      put(change)
      for (const [place, answer] of Object.entries(change)) waiting.current.set(place, answer)
      savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(waiting.current))
      void send()
    },
    /** Stores the answers given here under another questionnaire, which sends them when it opens. */
    moveTo: (other: number) => {
      savePendingAnswers(
        `questionnaire.${other}`,
        owner,
        Object.fromEntries(Object.entries(given).map(([place, { version: _, ...answer }]) => [place, answer])),
      )
      waiting.current.clear()
      savePendingAnswers(`questionnaire.${id}`, owner, undefined)
      forget()
    },
    forget: () => {
      waiting.current.clear()
      savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(waiting.current))
      forget()
    },
  }
}
