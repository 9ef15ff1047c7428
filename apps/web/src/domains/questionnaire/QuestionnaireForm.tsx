import { type Step, stepsOf } from '@sukoyaka/rules/care/questionnaire-steps'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { IconArrowLeft, IconArrowRight, IconChecks, IconHistory, IconSend } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import type { SaveState } from '../../api/use-unsent-answers.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useIsNarrowDesk } from '../../ui/layout/phone.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { type Answers, answersIn, firstPage, isAnswered, rejectedPaths, requestBodyOf } from './answers.ts'
import { useAddMedicalQuestionnaireAnswersMutation } from './api.ts'
import { CancelledNotice } from './CancelledNotice.tsx'
import { Head, SaveStatus } from './Head.tsx'
import classes from './QuestionnaireForm.module.css'
import { BodyFigure } from './questions/BodyFigure.tsx'
import { Questions } from './questions/Questions.tsx'
import { SymptomSearch } from './questions/SymptomSearch.tsx'
import { Review } from './Review.tsx'
import { StepList } from './StepList.tsx'
import { useAnswers } from './use-answers.ts'

type Props = {
  questionnaire: QuestionnaireDetail
  symptoms: readonly SymptomCategory[]
  lifestyles: readonly LifestyleCategory[]
  sex: 'male' | 'female' | null
  title: string
  /** Whether the questionnaire was deleted while open. */
  isDeleted?: boolean
  onClose: () => void
  onSent: () => void
}

/** The page shown. Focuses the heading after a page turn, or the question at `path` if `go` was called with a path. */
const usePage = (steps: readonly Step[], answers: Answers) => {
  const [at, setAt] = useState(() => firstPage(steps, answers))
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useRef<string>(undefined)
  const shown = useRef(at)
  useEffect(() => {
    const path = wanted.current
    wanted.current = undefined
    if (path) {
      const question = document.getElementById(path)
      question?.scrollIntoView?.({ block: 'center' })
      return question?.querySelector<HTMLElement>('input:checked, input, button')?.focus({ preventScroll: true })
    }
    if (shown.current === at) return
    shown.current = at
    window.scrollTo?.({ top: 0 })
    heading.current?.closest('main')?.scrollTo?.({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  })
  const go = (to: number, path?: string) => {
    wanted.current = path
    shown.current = path ? to : shown.current
    setAt(to)
  }
  const showPath = (path: string) =>
    go(
      steps.findIndex(({ paths }) => paths.includes(path)),
      path,
    )
  return { at, heading, go, showPath }
}

/** Search and figure beside the questions. In narrow windows the search is above the questions, and there is no figure. */
function Aside({ steps, step, onPath }: { steps: Step[]; step: Step; onPath: (path: string) => void }) {
  const { t } = useTranslation('questionnaire')
  return (
    <aside className={classes.aside}>
      {step.part === 'symptoms' ? <SymptomSearch steps={steps} onPath={onPath} /> : null}
      {useIsNarrowDesk() ? null : <BodyFigure step={step.name} label={t(`step.${step.name}`)} />}
    </aside>
  )
}

const isNotFound = (state: SaveState) => state.kind === 'rejected' && state.status === 404

/**
 * Sends the questionnaire. The server adds the answers that it has already: these may be newer than the ones shown here, or no longer valid, and no page would
 * show them then.
 */
const useSend = ({ id, user_id }: QuestionnaireDetail, own: ReturnType<typeof useAnswers>, paths: readonly string[], onSent: () => void) => {
  const [add, { isLoading, error }] = useAddMedicalQuestionnaireAnswersMutation()
  const status = (error as CallError | undefined)?.status
  const send = async () => {
    const unsent = Object.fromEntries(Object.entries(own.unsentAnswers).filter(([path]) => paths.includes(path)))
    const { error } = await add({ user_id, questionnaire_id: id, ...requestBodyOf(unsent) })
    const rejected = rejectedPaths(unsent, (error as CallError | undefined)?.fields)
    if (rejected.length) own.setInvalidPaths(rejected)
    if (error) return
    own.forget()
    onSent()
  }
  return { send, isSending: isLoading, hasFailed: error !== undefined && status !== 409 && status !== 404, status }
}

/** Questionnaire in pages. */
export function QuestionnaireForm({ questionnaire, symptoms, lifestyles, sex, title, isDeleted = false, onClose, onSent }: Props) {
  const { t } = useTranslation('questionnaire')
  const steps = useMemo(() => stepsOf({ symptoms, lifestyles }, questionnaire.parts, sex), [symptoms, lifestyles, questionnaire.parts, sex])
  const own = useAnswers(questionnaire)
  const { answers, answer, state, invalidPaths, moveTo } = own
  const { at, heading, go, showPath } = usePage(steps, answers)
  const step = steps[Math.min(at, steps.length - 1)]!
  const paths = steps.flatMap((step) => step.paths)
  const answered = paths.filter((path) => isAnswered(answers, path)).length
  const ofPart = steps.filter(({ part }) => part === step.part)
  const isReview = step.name === 'review'
  const last = useMemo(() => answersIn(questionnaire.last), [questionnaire.last])

  const { send, isSending, hasFailed, status } = useSend(questionnaire, own, paths, onSent)
  const invalid = invalidPaths.filter((path) => paths.includes(path))
  const isNarrow = useIsNarrowDesk()
  const aside = <Aside steps={steps} step={step} onPath={showPath} />

  return (
    <div className={classes.form}>
      <Head title={title} part={t(`part.${step.part}`)} answered={answered} total={paths.length} onClose={onClose} />
      <div className={classes.columns} inert={isSending}>
        {isNarrow ? aside : null}
        <StepList steps={steps} at={at} answers={answers} invalidPaths={invalidPaths} onStep={go} />
        <div className={classes.page}>
          {isDeleted || status === 404 || isNotFound(state) ? <CancelledNotice questionnaire={questionnaire} onMoved={moveTo} /> : null}
          <div className={classes.heading}>
            <div>
              <p className={classes.place}>
                {isReview ? t('part.review') : t('place', { at: ofPart.indexOf(step) + 1, count: ofPart.length, part: t(`part.${step.part}`) })}
              </p>
              <h2 ref={heading} tabIndex={-1} className={classes.title}>
                {t(`step.${step.name}`)}
              </h2>
            </div>
            <FillButtons step={step} answers={answers} last={last} onAnswer={answer} />
          </div>
          <Hints isFirst={at === 0} step={step} />
          {isReview ? (
            <Review steps={steps} answers={answers} onStep={go} onPath={showPath} />
          ) : (
            <Questions step={step} answers={answers} last={last} invalidPaths={invalidPaths} onAnswer={answer} />
          )}
          {isReview ? <Refusal invalidCount={invalid.length} hasFailed={hasFailed} onEdit={() => showPath(invalid[0]!)} /> : null}
        </div>
        {isNarrow ? null : aside}
      </div>
      <footer className={classes.foot}>
        <div className={classes.footLine}>
          <Button size="large" className={classes.big} icon={<IconArrowLeft aria-hidden />} disabled={at === 0 || isSending} onClick={() => go(at - 1)}>
            {t('back')}
          </Button>
          <SaveStatus state={state} updated_at={questionnaire.version ? questionnaire.updated_at : undefined} />
          <span className={classes.grow} />
          <Button kind="neutral" size="large" className={clsx(classes.big, classes.pause)} onClick={onClose}>
            {t('pause')}
          </Button>
          {isReview ? (
            <SendButton isSending={isSending} isDisabled={answered === 0} onSend={() => void send()} />
          ) : (
            <Button kind="primary" size="large" className={classes.big} onClick={() => go(at + 1)}>
              {t('next', { step: t(`step.${steps[at + 1]!.name}`) })}
              <IconArrowRight className={classes.arrow} aria-hidden />
            </Button>
          )}
        </div>
      </footer>
    </div>
  )
}

function Hints({ isFirst, step }: { isFirst: boolean; step: Step }) {
  const { t } = useTranslation('questionnaire')
  return (
    <>
      {isFirst ? <p className={classes.hint}>{t('hint')}</p> : null}
      {isFirst ? <p className={clsx(classes.hint, classes.keys)}>{t('keys')}</p> : null}
      {step.name === 'allergy' ? <p className={classes.hint}>{t('allergyText')}</p> : null}
    </>
  )
}

/** Why the answers were not sent. */
function Refusal({ invalidCount, hasFailed, onEdit }: { invalidCount: number; hasFailed: boolean; onEdit: () => void }) {
  const { t } = useTranslation('questionnaire')
  if (!invalidCount && !hasFailed) return null
  return (
    <p className={classes.refused} role="alert">
      {invalidCount ? t('refused', { count: invalidCount }) : t('sendFailed')}
      {invalidCount ? (
        <Button size="medium" onClick={onEdit}>
          {t('edit')}
        </Button>
      ) : null}
    </p>
  )
}

function SendButton({ isSending, isDisabled, onSend }: { isSending: boolean; isDisabled: boolean; onSend: () => void }) {
  const { t } = useTranslation('questionnaire')
  return (
    <Button kind="primary" size="large" className={classes.big} icon={<IconSend aria-hidden />} loading={isSending} disabled={isDisabled} onClick={onSend}>
      {t('send')}
    </Button>
  )
}

type FillButtonsProps = { step: Step; answers: Answers; last: Answers; onAnswer: (change: Answers) => void }

/** Buttons that fill the unanswered questions of a page with the answers of the last questionnaire, or with no where possible. A toast offers undo. */
function FillButtons({ step, answers, last, onAnswer }: FillButtonsProps) {
  const { t } = useTranslation('questionnaire')
  const fill = (change: Answers, words: 'restDone' | 'sameDone') => {
    onAnswer(change)
    const undo = Object.fromEntries(Object.keys(change).map((path) => [path, { value: null }]))
    toast.success(t(words, { count: Object.keys(change).length }), { onUndo: () => onAnswer(undo) })
  }
  const open = step.paths.filter((path) => !isAnswered(answers, path))
  // a recorded allergy is removed only by its own answer
  const rest = noAnswers(
    step,
    open.filter((path) => last[path]?.value !== true),
  )
  const same: Answers = Object.fromEntries(open.flatMap((path) => (last[path] ? [[path, { ...last[path], is_same: true }]] : [])))
  return (
    <div className={classes.helps}>
      {Object.keys(same).length ? (
        <Button size="medium" icon={<IconHistory aria-hidden />} onClick={() => fill(same, 'sameDone')}>
          {t('same')}
        </Button>
      ) : null}
      {Object.keys(rest).length ? (
        <Button size="medium" icon={<IconChecks aria-hidden />} onClick={() => fill(rest, 'restDone')}>
          {t('rest')}
        </Button>
      ) : null}
    </div>
  )
}

/** The answer no to each yes-or-no symptom and each allergy at the given paths. */
const noAnswers = ({ symptoms, allergies }: Step, paths: readonly string[]): Answers => {
  const noes = symptoms
    .filter(({ value_type, name }) => value_type === 'boolean' && paths.includes(`symptoms.${name}`))
    .map(({ name }) => [`symptoms.${name}`, { value: 0 }])
  const noAllergies = allergies.filter((kind) => paths.includes(`allergy_reactions.${kind}`)).map((kind) => [`allergy_reactions.${kind}`, { value: false }])
  return Object.fromEntries([...noes, ...noAllergies])
}
