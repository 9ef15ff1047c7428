import type { StressForm as Form } from '@sukoyaka/wire/record/stress-check'
import { IconArrowLeft, IconCloudCheck, IconCloudOff, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import type { SaveState } from '../../api/use-unsent-answers.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatTime } from '../../ui/date/tokyo.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { Progress } from '../../ui/status/Progress.tsx'
import { useAddJobStressCheckResultMutation, useGetStressFormQuery } from './api.ts'
import { type FormPage, pagesOf } from './pages.ts'
import classes from './StressForm.module.css'
import { type Answers, useAnswers } from './use-answers.ts'

type Props = { user_id: number; onClose: () => void; onDone: () => void }

/** The 57 questions in pages; each answer is saved immediately, so that the user can stop at any time. */
export function StressForm({ user_id, onClose, onDone }: Props) {
  const form = useGetStressFormQuery({})
  const own = useAnswers(user_id)
  // not a QueryView, because this page stays blank while it loads, without a skeleton
  const { isError, isFetching, refetch } = combineQueries(form, own.query)
  if (isError && !isFetching) return <ErrorState onRetry={refetch} />
  if (!form.currentData || !own.query.currentData) return <div aria-busy="true" />
  return <Pages form={form.currentData} own={own} user_id={user_id} onClose={onClose} onDone={onDone} />
}

function Pages({ form, own, user_id, onClose, onDone }: Props & { form: Form; own: ReturnType<typeof useAnswers> }) {
  const { t } = useTranslation('stress_check')
  const pages = pagesOf(form)
  const { answers, answer, state, submit } = own
  const isOpen = ({ items }: FormPage) => items.some(({ code }) => answers[code] === undefined)
  // open at the first page with an unanswered question
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pages.findIndex((page) => isOpen(page)),
    ),
  )
  const [showsMissing, setShowsMissing] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [add, { isError }] = useAddJobStressCheckResultMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  const page = pages[at]!
  const answered = form.items.filter(({ code }) => answers[code] !== undefined).length
  const left = form.items.length - answered
  const isLast = at === pages.length - 1

  const goToPage = (to: number) => {
    setShowsMissing(false)
    setAt(to)
  }
  useFocusOnChange(heading, at)

  const next = async () => {
    if (isOpen(page)) {
      setShowsMissing(true)
      const first = page.items.find(({ code }) => answers[code] === undefined)
      document.getElementById(`${first?.code}-1`)?.focus()
      return
    }
    if (!isLast) return goToPage(at + 1)
    const open = pages.findIndex((formPage) => isOpen(formPage))
    if (open >= 0) return goToPage(open)
    setSubmitting(true)
    const { error } = await submit(() => add({ user_id, answers: form.items.map(({ code }) => ({ code, value: answers[code]! })) }))
    setSubmitting(false)
    if (!error) onDone()
  }

  return (
    <div className={classes.form}>
      <Head answered={answered} total={form.items.length} isSubmitting={isSubmitting} onClose={onClose} />
      <div className={classes.page} inert={isSubmitting}>
        <p className={classes.step}>{t('form.step', { at: at + 1, count: pages.length })}</p>
        <h2 ref={heading} tabIndex={-1} className={classes.section}>
          {page.section.display_name}
        </h2>
        {page.items.map((item) => (
          <Question key={item.code} item={item} options={page.section.options} answers={answers} isMissing={showsMissing} onAnswer={answer} />
        ))}
      </div>
      <footer className={classes.foot} data-page-foot>
        {at > 0 ? (
          <Button size="large" icon={<IconArrowLeft aria-hidden />} disabled={isSubmitting} onClick={() => goToPage(at - 1)}>
            {t('form.back')}
          </Button>
        ) : null}
        <SaveStatus state={state} />
        <p className={classes.message} role="alert">
          {isError
            ? t('form.sendFailed')
            : showsMissing && isOpen(page)
              ? t('form.missingOnPage')
              : isLast && left > 0
                ? t('form.missing', { count: left })
                : ''}
        </p>
        <Button kind="primary" size="large" forward={!isLast} loading={isSubmitting} onClick={() => void next()}>
          {isLast ? t('form.send') : t('form.next')}
        </Button>
      </footer>
    </div>
  )
}

function Head({ answered, total, isSubmitting, onClose }: { answered: number; total: number; isSubmitting: boolean; onClose: () => void }) {
  const { t } = useTranslation('stress_check')
  return (
    <header className={classes.head}>
      <IconButton label={t('form.close')} icon={<IconX aria-hidden />} disabled={isSubmitting} onClick={onClose} />
      <h1 className={classes.name}>{t('form.title')}</h1>
      <div className={classes.progress}>
        <span className={classes.count}>{t('form.progress', { answered, total })}</span>
        <Progress value={answered} max={total} label={t('form.progress', { answered, total })} />
      </div>
    </header>
  )
}

type QuestionProps = {
  item: Form['items'][number]
  options: Form['sections'][number]['options']
  answers: Answers
  isMissing: boolean
  onAnswer: (code: string, value: number) => void
}

function Question({ item, options, answers, isMissing, onAnswer }: QuestionProps) {
  const value = answers[item.code]
  return (
    <fieldset className={classes.question} data-missing={(isMissing && value === undefined) || undefined}>
      <legend className={classes.words}>
        <span className={classes.number}>{item.serial}</span>
        {item.text}
      </legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              id={`${item.code}-${option.value}`}
              name={item.code}
              checked={value === option.value}
              onChange={() => onAnswer(item.code, option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SaveStatus({ state }: { state: SaveState }) {
  const { t } = useTranslation('stress_check')
  return (
    <p className={classes.saved} role="status">
      {state.kind === 'saved' ? <IconCloudCheck aria-hidden /> : ['unsaved', 'rejected'].includes(state.kind) ? <IconCloudOff aria-hidden /> : null}
      {state.kind === 'none' ? '' : state.kind === 'saved' ? t('form.saved', { time: formatTime(state.at) }) : t(`form.${state.kind}`)}
    </p>
  )
}

/** Focuses the heading and scrolls to it when another page is shown. */
function useFocusOnChange(heading: RefObject<HTMLElement | null>, at: number) {
  const lastPage = useRef(at)
  useEffect(() => {
    if (lastPage.current === at) return
    lastPage.current = at
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'start' })
  }, [heading, at])
}
