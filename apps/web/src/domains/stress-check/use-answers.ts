import { useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { readPendingAnswers, savePendingAnswers } from '../../api/pending-answers.ts'
import { useUnsentAnswers } from '../../api/use-unsent-answers.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { useGetStressDraftQuery, useSaveStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>
/** Answers given here by code. `known`: the server has the answer; `load` is the last load begun before it was saved, which may not contain it. */
type GivenAnswers = Readonly<Record<string, { value: number; known?: { load: string | undefined } }>>

const formKey = 'stress_check'
const answersIn = (answers: readonly { code: string; value: number }[]): Answers => Object.fromEntries(answers.map(({ code, value }) => [code, value]))

const givenOf = (answers: Answers, rest: Pick<GivenAnswers[string], 'known'> = {}): GivenAnswers =>
  Object.fromEntries(Object.entries(answers).map(([code, value]) => [code, { value, ...rest }]))
const valuesOf = (given: GivenAnswers, isIncluded: (known: GivenAnswers[string]['known']) => boolean): Answers =>
  Object.fromEntries(Object.entries(given).flatMap(([code, { value, known }]) => (isIncluded(known) ? [[code, value]] : [])))

/** Codes of the answers that the server rejected. It names an answer by code (`answers.A1`) or by index in the request (`answers.0.value`). */
const rejectedCodes = (codes: readonly string[], error: unknown) =>
  Object.keys((error as CallError | undefined)?.fields ?? {}).flatMap((field) => {
    const [, name = ''] = field.split('.')
    return (name && codes[Number(name)]) || name
  })

/**
 * Answers of a person: those saved on the server, overlaid with those given here that it may not contain yet. Saved ones are not sent again: another window
 * may have changed them since, or finished the check.
 */
export const useAnswers = (user_id: number) => {
  const query = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const lastLoad = useRef(query.requestId)
  lastLoad.current = query.requestId
  const [saveDraft] = useSaveStressDraftMutation()
  const [storedAnswers] = useState(() => readPendingAnswers<Answers>(formKey, user_id) ?? {})
  const { value: givenAnswers, put, forget } = useFormDraft<GivenAnswers>(`stress_check/${user_id}`, givenOf(storedAnswers))
  const unsent = useUnsentAnswers({
    ...{ formKey, owner: user_id, unsent: valuesOf(givenAnswers, (known) => !known) },
    save: async (sent) => {
      const { data, error } = await saveDraft({ user_id, answers: Object.entries(sent).map(([code, value]) => ({ code, value })) })
      return { data, error, rejected: rejectedCodes(Object.keys(sent), error) }
    },
    onSettled: (settled, { data }) => {
      if (data) put(givenOf(settled, { known: { load: lastLoad.current } }))
    },
  })
  const hasLoaded = query.isSuccess && !query.isFetching
  const mayBeMissing = (known: GivenAnswers[string]['known']) => !known || !hasLoaded || known.load === query.requestId

  return {
    query,
    answers: { ...answersIn(query.data?.answers ?? []), ...valuesOf(givenAnswers, mayBeMissing) } as Answers,
    answer: (code: string, value: number) => {
      put({ [code]: { value } })
      unsent.send({ [code]: value })
    },
    state: unsent.state,
    /** Submits the check while no answer is being saved or waits for it: a save after the submission would start a new draft. */
    submit: async (request: () => Promise<{ error?: unknown }>) => {
      await unsent.waitForSave()
      const removed = unsent.clear()
      // stored without being sent, in case the page is reloaded before the response
      if (Object.keys(removed).length) savePendingAnswers(formKey, user_id, removed)
      const { error } = await request()
      if (!error) {
        unsent.clear()
        forget()
      } else if (Object.keys(removed).length) unsent.send(removed)
      return { error }
    },
  }
}
