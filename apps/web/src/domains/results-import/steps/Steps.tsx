import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Steps.module.css'

export const steps = ['columns', 'rows', 'done'] as const
export type Step = (typeof steps)[number]

/** The three steps of an import. A step that may be opened is a button. */
export function Steps({
  current,
  detail,
  onStep,
}: {
  current: Step
  detail: Partial<Record<Step, string>>
  onStep?: ((step: 'columns' | 'rows') => void) | undefined
}) {
  const { t } = useTranslation('results_import')
  const currentIndex = steps.indexOf(current)
  return (
    <nav aria-label={t('step.label')}>
      <ol className={classes.steps}>
        {steps.map((step, at) => {
          const content = (
            <>
              <span className={classes.number} aria-hidden="true">
                {at < currentIndex || current === 'done' ? <IconCheck /> : at + 1}
              </span>
              <span>
                {t(`step.${step}`)} {detail[step] ? <small>{detail[step]}</small> : null}
              </span>
            </>
          )
          return (
            <li key={step} data-state={at < currentIndex || current === 'done' ? 'past' : at === currentIndex ? 'current' : 'next'}>
              {onStep && step !== 'done' && step !== current ? (
                <button type="button" className={classes.step} onClick={() => onStep(step)}>
                  {content}
                </button>
              ) : (
                <span className={classes.step} aria-current={step === current ? 'step' : undefined}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
