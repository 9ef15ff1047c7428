import { useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { readPendingAnswers } from '../../api/pending-answers.ts'
import { useUnsentAnswers } from '../../api/use-unsent-answers.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { useGetStressDraftQuery, useSaveStressDraftMutation } from './api.ts'

export type Answers = Readonly<Record<string, number>>

const formKey = 'stress_check'
const answersIn = (answers: readonly { code: string; value: number }[]): Answers => Object.fromEntries(answers.map(({ code, value }) => [code, value]))

/** Codes of the answers that the server rejected. It names an answer by code (`answers.A1`) or by index in the request (`answers.0.value`). */
const rejectedCodes = (codes: readonly string[], error: unknown) =>
  Object.keys((error as CallError | undefined)?.fields ?? {}).flatMap((field) => {
    const [, name = ''] = field.split('.')
    return (name && codes[Number(name)]) || name
  })

/** Answers of a person: those saved on the server, overlaid with those given here. */
export const useAnswers = (user_id: number) => {
  const query = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const [saveDraft] = useSaveStressDraftMutation()
  const [storedAnswers] = useState(() => readPendingAnswers<Answers>(formKey, user_id) ?? {})
  const { value: givenAnswers, put, forget } = useFormDraft<Answers>(`stress_check/${user_id}`, storedAnswers)
  const unsent = useUnsentAnswers({
    ...{ formKey, owner: user_id, unsent: givenAnswers },
    save: async (sent) => {
      const { data, error } = await saveDraft({ user_id, answers: Object.entries(sent).map(([code, value]) => ({ code, value })) })
      return { data, error, rejected: rejectedCodes(Object.keys(sent), error) }
    },
  })

  return {
    query,
    answers: { ...answersIn(query.data?.answers ?? []), ...givenAnswers } as Answers,
    answer: (code: string, value: number) => {
      put({ [code]: value })
      unsent.send({ [code]: value })
    },
    state: unsent.state,
    /** Resolves once no request is in flight: a save after the submission would start a new draft. */
    waitForSave: unsent.waitForSave,
    forget: () => {
      unsent.clear()
      forget()
    },
  }
}
