import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { useMemo, useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { readPendingAnswers, savePendingAnswers, toPendingAnswers } from '../../api/pending-answers.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { isFinal, useResend } from '../../api/use-resend.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { dismissUndos } from '../../ui/overlay/toast.ts'
import { type Answer, type Answers, answersIn, rejectedPaths, requestBodyOf } from './answers.ts'
import { useSaveQuestionnaireMutation } from './api.ts'

export type SaveState = { kind: 'none' | 'saving' | 'unsaved' | 'closed' | 'gone' } | { kind: 'saved'; at: string }

/** Answers given here by path; `version` is the first version on the server that contains the answer, undefined until the server has it. */
type GivenAnswers = Readonly<Record<string, Answer & { version?: number }>>

const statusOf = (error: unknown) => (error as CallError | undefined)?.status

/** The server's answers, overlaid with those given here that it does not contain yet. */
const withGivenAnswers = (questionnaire: QuestionnaireDetail, givenAnswers: GivenAnswers): Answers => {
  const own = Object.entries(givenAnswers).filter(([, { version }]) => version === undefined || version > questionnaire.version)
  return { ...answersIn(questionnaire), ...Object.fromEntries(own) }
}

const withoutVersions = (givenAnswers: GivenAnswers) =>
  Object.fromEntries(Object.entries(givenAnswers).map(([path, { version: _, ...answer }]) => [path, answer]))

/** Answers of a questionnaire: the server's, overlaid with those given here. Each is sent at once, and again after a failure that is not final. */
export const useAnswers = (questionnaire: QuestionnaireDetail) => {
  const me = useAppSelector(selectMe)
  const { id } = questionnaire
  const [owner] = useState(me?.id)
  const [storedAnswers] = useState(() => readPendingAnswers<GivenAnswers>(`questionnaire.${id}`, owner) ?? {})
  const { value: givenAnswers, put, forget } = useFormDraft<GivenAnswers>(`questionnaires/${id}`, storedAnswers)
  const [save] = useSaveQuestionnaireMutation()
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const [invalidPaths, setInvalidPaths] = useState<readonly string[]>([])
  const pending = useRef(new Map<string, Answer>(Object.entries(givenAnswers).filter(([, { version }]) => version === undefined)))
  const isSending = useRef<Promise<void>>(undefined)

  const sendOnce = async () => {
    const sent = new Map(pending.current)
    setState({ kind: 'saving' })
    const { data, error } = await save({ id, ...requestBodyOf(Object.fromEntries(sent)) })
    if (statusOf(error) === 404) {
      // the questionnaire was deleted, so the unsent answers stay for another one
      setState({ kind: 'gone' })
      return false
    }
    if (error && !isFinal(error)) {
      setState({ kind: 'unsaved' })
      retryLater()
      return false
    }
    const invalid = rejectedPaths(Object.fromEntries(sent), (error as CallError | undefined)?.fields)
    const rejected = [...sent].filter(([path]) => invalid.includes(path))
    // the others of a rejected request are sent again, as is an answer changed during the request
    const done = (rejected.length ? rejected : [...sent]).filter(([path, answer]) => pending.current.get(path) === answer)
    for (const [path] of done) pending.current.delete(path)
    savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(pending.current))
    if (data) put(Object.fromEntries(done.map(([path, answer]) => [path, { ...answer, version: data.version }])))
    setInvalidPaths((before) => [...new Set([...before, ...invalid])])
    setState(data ? { kind: 'saved', at: data.updated_at } : { kind: statusOf(error) === 409 ? 'closed' : 'unsaved' })
    return !error || rejected.length > 0
  }
  const send = async () => {
    cancel()
    if (isSending.current || !pending.current.size) return isSending.current
    isSending.current = (async () => {
      while (pending.current.size && (await sendOnce()));
    })()
    await isSending.current
    isSending.current = undefined
  }
  const { cancel, retryLater } = useResend(send, pending)

  const answers = useMemo(() => withGivenAnswers(questionnaire, givenAnswers), [questionnaire, givenAnswers])

  return {
    answers,
    state,
    invalidPaths,
    setInvalidPaths,
    answer: (change: Answers) => {
      // an undo would also remove what was answered since
      dismissUndos()
      setInvalidPaths((before) => before.filter((path) => !(path in change)))
      put(change)
      for (const [path, answer] of Object.entries(change)) pending.current.set(path, answer)
      savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(pending.current))
      void send()
    },
    /** Stores the answers given here under another questionnaire, which sends them when it opens. */
    moveTo: (other: number) => {
      savePendingAnswers(`questionnaire.${other}`, owner, withoutVersions(givenAnswers))
      pending.current.clear()
      savePendingAnswers(`questionnaire.${id}`, owner, undefined)
      forget()
    },
    forget: () => {
      dismissUndos()
      pending.current.clear()
      savePendingAnswers(`questionnaire.${id}`, owner, toPendingAnswers(pending.current))
      forget()
    },
  }
}
