import type { Step } from '@sukoyaka/rules/care/questionnaire-steps'
import { IconAlertCircle, IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answers, isAnswered } from './answers.ts'
import classes from './StepList.module.css'

type Props = { steps: readonly Step[]; at: number; answers: Answers; invalidPaths: readonly string[]; onStep: (at: number) => void }

/** Page navigation by section, with the number of unanswered questions. */
export function StepList({ steps, at, answers, invalidPaths, onStep }: Props) {
  const { t } = useTranslation('questionnaire')
  const nav = useRef<HTMLElement>(null)
  // scroll the list itself to the current page, because scrollIntoView would also move the window
  useEffect(() => {
    const list = nav.current
    const step = list?.querySelectorAll('button')[at]
    if (!list || !step) return
    const above = step.getBoundingClientRect().top - list.getBoundingClientRect().top
    if (above < 0) list.scrollTop += above
    else list.scrollTop += Math.max(0, above + step.offsetHeight - list.clientHeight)
  }, [at])
  return (
    <nav ref={nav} className={classes.nav} aria-label={t('steps')}>
      {steps.map((step, index) => {
        const left = step.paths.filter((path) => !isAnswered(answers, path)).length
        const isInvalid = step.paths.some((path) => invalidPaths.includes(path))
        const isDone = step.paths.length > 0 && left === 0
        const isCurrent = index === at
        return (
          <div key={step.name}>
            {steps[index - 1]?.part === step.part || step.part === 'review' ? null : <p className={classes.part}>{t(`part.${step.part}`)}</p>}
            <button type="button" className={classes.step} aria-current={isCurrent ? 'step' : undefined} onClick={() => onStep(index)}>
              <span className={classes.mark} data-done={isDone || undefined} data-wrong={isInvalid || undefined}>
                {isInvalid ? (
                  <IconAlertCircle aria-hidden />
                ) : isDone ? (
                  <IconCircleCheckFilled aria-hidden />
                ) : isCurrent ? (
                  <IconCircleDot aria-hidden />
                ) : (
                  <IconCircle aria-hidden />
                )}
              </span>
              <span className={classes.name}>{t(`step.${step.name}`)}</span>
              <span className={classes.left}>
                {step.paths.length === 0
                  ? ''
                  : isDone
                    ? t('finished')
                    : left < step.paths.length
                      ? t('left', { count: left })
                      : t('questions', { count: step.paths.length })}
              </span>
            </button>
          </div>
        )
      })}
    </nav>
  )
}
