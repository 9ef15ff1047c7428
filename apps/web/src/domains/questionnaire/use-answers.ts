import { type QuestionnaireDetail, questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { useMemo, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { formDraftOf, saveFormDraft } from '../../api/form-drafts.ts'
import { readPendingAnswers, savePendingAnswers } from '../../api/pending-answers.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useUnsentAnswers } from '../../api/use-unsent-answers.ts'
import { useFormDraft } from '../../ui/form/use-form-draft.ts'
import { dismissUndos } from '../../ui/overlay/toast.ts'
import { type Answer, type Answers, answersIn, rejectedPaths, requestBodyOf } from './answers.ts'
import { useSaveQuestionnaireMutation } from './api.ts'

/** Answers given here by path; `version` is the first version on the server that contains the answer, undefined until the server has it. */
type GivenAnswers = Readonly<Record<string, Answer & { version?: number }>>

/**
 * The server's answers, overlaid with those given here that it does not contain yet. Two texts typed here are kept: one typed before a yes became another
 * answer, because the server does not store it and the person may choose yes again; and one that the server stored trimmed, because the person may still type.
 */
const withGivenAnswers = (questionnaire: QuestionnaireDetail, givenAnswers: GivenAnswers): Answers => {
  const stored = answersIn(questionnaire)
  const own = Object.entries(givenAnswers).flatMap(([path, given]): [string, Answer][] => {
    if (given.version === undefined || given.version > questionnaire.version) return [[path, given]]
    const answer: Answer = stored[path] ?? { value: null }
    const isKept = !answer.value || given.description?.trim() === answer.description
    return given.description && isKept ? [[path, { ...answer, description: given.description }]] : []
  })
  return { ...stored, ...Object.fromEntries(own) }
}

/** The answers that the server does not have yet. */
const unsentOf = (givenAnswers: GivenAnswers) => Object.fromEntries(Object.entries(givenAnswers).filter(([, { version }]) => version === undefined))

const withoutVersions = (givenAnswers: GivenAnswers) =>
  Object.fromEntries(Object.entries(givenAnswers).map(([path, { version: _, ...answer }]) => [path, answer]))

const formKeyOf = (id: number) => `questionnaire.${id}`
const draftKeyOf = (id: number) => `questionnaires/${id}`

/** Stores answers, by their paths, under a questionnaire, which sends them when it opens. */
const putAnswers = (owner: number | undefined, id: number, answers: GivenAnswers) => {
  const given = formDraftOf(owner, draftKeyOf(id)) as GivenAnswers | undefined
  const earlier = { ...readPendingAnswers<GivenAnswers>(formKeyOf(id), owner), ...given }
  // a draft in memory would hide the stored answers
  saveFormDraft(owner, draftKeyOf(id), undefined)
  savePendingAnswers(formKeyOf(id), owner, withoutVersions({ ...earlier, ...answers }))
}

const isStored = ({ value, description = '' }: Answer, stored: Answer | undefined) =>
  value === (stored?.value ?? null) && (!value || description.trim() === (stored?.description ?? ''))

/** The answers that were given here and that the questionnaire, which was sent elsewhere, does not have. Undefined if there are none. */
export const useLeftAnswers = (questionnaire: QuestionnaireDetail) => {
  const { id } = questionnaire
  const owner = useAppSelector(selectMe)?.id
  const [isDiscarded, setDiscarded] = useState(false)
  // read in each render: a form that is being sent still removes its answers
  const given = isDiscarded ? {} : (readPendingAnswers<GivenAnswers>(formKeyOf(id), owner) ?? {})
  const stored = answersIn(questionnaire)
  const left: GivenAnswers = Object.fromEntries(Object.entries(given).filter(([path, answer]) => !isStored(answer, stored[path])))
  const paths = Object.keys(left)
  const discard = () => {
    savePendingAnswers(formKeyOf(id), owner, undefined)
    saveFormDraft(owner, draftKeyOf(id), undefined)
    setDiscarded(true)
  }
  const moveTo = (other: number) => {
    putAnswers(owner, other, left)
    discard()
  }
  return paths.length ? { parts: questionnaireParts.filter((part) => paths.some((path) => path.startsWith(`${part}.`))), moveTo, discard } : undefined
}

/** Answers of a questionnaire: the server's, overlaid with those given here. */
export const useAnswers = (questionnaire: QuestionnaireDetail) => {
  const me = useAppSelector(selectMe)
  const { id } = questionnaire
  const [owner] = useState(me?.id)
  const formKey = formKeyOf(id)
  const [storedAnswers] = useState(() => readPendingAnswers<GivenAnswers>(formKey, owner) ?? {})
  const { value: givenAnswers, put, forget } = useFormDraft<GivenAnswers>(draftKeyOf(id), storedAnswers)
  const [save] = useSaveQuestionnaireMutation()
  const [invalidPaths, setInvalidPaths] = useState<readonly string[]>([])
  const unsent = useUnsentAnswers({
    ...{ formKey, owner, unsent: unsentOf(givenAnswers) },
    save: async (sent) => {
      const { data, error } = await save({ id, ...requestBodyOf(sent) })
      return { data, error, rejected: rejectedPaths(sent, (error as CallError | undefined)?.fields) }
    },
    onSettled: (settled, { data, rejected }) => {
      if (data) put(Object.fromEntries(Object.entries(settled).map(([path, answer]) => [path, { ...answer, version: data.version }])))
      setInvalidPaths((before) => [...new Set([...before, ...rejected])])
    },
  })

  const answers = useMemo(() => withGivenAnswers(questionnaire, givenAnswers), [questionnaire, givenAnswers])

  return {
    answers,
    unsentAnswers: unsentOf(givenAnswers),
    state: unsent.state,
    invalidPaths,
    setInvalidPaths,
    answer: (change: Answers) => {
      // an undo would also remove what was answered since
      dismissUndos()
      setInvalidPaths((before) => before.filter((path) => !(path in change)))
      put(change)
      unsent.send(change)
    },
    /** Stores the answers given here under another questionnaire, which sends them when it opens. */
    moveTo: (other: number) => {
      putAnswers(owner, other, givenAnswers)
      unsent.clear()
      forget()
    },
    forget: () => {
      dismissUndos()
      unsent.clear()
      forget()
    },
  }
}
