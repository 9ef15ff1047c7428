import { formatNumber } from '@sukoyaka/rules/record/answer'
import type { AnswerRange } from '@sukoyaka/wire/record/lifestyle'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import choice from './Choice.module.css'
import { ClearButton, moveOnArrows } from './Choice.tsx'
import classes from './Counter.module.css'

type Props = {
  path: string
  legend: ReactNode
  unit: string
  range: AnswerRange
  value: number | undefined
  isSame?: boolean
  isInvalid?: boolean
  onAnswer: (value: number | null) => void
}

/** Value after the first click: in the lower third of the range, close to common answers. */
const usualValue = ({ min, max, step }: AnswerRange) => min + Math.round((max - min) / 3.5 / step) * step

/** Number that two large buttons change by a step. Backspace removes it, arrow up and down move between questions. */
export function Counter({ path, legend, unit, range, value, isSame, isInvalid, onAnswer }: Props) {
  const { t } = useTranslation('questionnaire')
  const { min, max, step } = range
  const setValue = (next: number) => onAnswer(Math.min(max, Math.max(min, Math.round(next / step) * step)))
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    moveOnArrows(event)
    if (event.key === 'Backspace' && value !== undefined) onAnswer(null)
  }
  return (
    <fieldset id={path} className={choice.question} data-question data-look="pair" data-wrong={isInvalid || undefined} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={choice.line}>
        <div className={choice.words} aria-hidden="true">
          <span className={choice.name}>{legend}</span>
          {isSame && value !== undefined ? <span className={choice.same}>{t('isSame')}</span> : null}
        </div>
        <div className={classes.counter}>
          <button
            type="button"
            className={classes.button}
            aria-label={t('less')}
            disabled={value !== undefined && value <= min}
            onClick={() => setValue(value === undefined ? usualValue(range) : value - step)}
          >
            <IconMinus aria-hidden />
          </button>
          <output className={classes.value} aria-live="polite">
            <strong>{value === undefined ? '–' : formatNumber(value, 1)}</strong> {unit}
          </output>
          <button
            type="button"
            className={classes.button}
            aria-label={t('more')}
            disabled={value !== undefined && value >= max}
            onClick={() => setValue(value === undefined ? usualValue(range) : value + step)}
          >
            <IconPlus aria-hidden />
          </button>
        </div>
      </div>
      {isInvalid ? (
        <p className={choice.wrong} role="alert">
          {t('wrong')}
        </p>
      ) : null}
      {value === undefined ? null : <ClearButton onClear={() => onAnswer(null)} />}
    </fieldset>
  )
}
