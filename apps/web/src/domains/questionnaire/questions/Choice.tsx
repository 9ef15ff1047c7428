import { IconTriangleFilled, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Choice.module.css'

export type Option = { value: number; label: ReactNode; isWarned?: boolean; picture?: ReactNode }
type Props = {
  path: string
  legend: ReactNode
  hint?: ReactNode
  options: readonly Option[]
  value: number | undefined
  /** Where the options are. `pair`: at the end of the line, on phones below the question. `row` and `pictures`: below the question. */
  layout: 'pair' | 'row' | 'pictures'
  isSame?: boolean
  isInvalid?: boolean
  onAnswer: (value: number | null) => void
  children?: ReactNode
}

/** Moves focus to the next or previous question. */
const move = (from: HTMLElement, step: 1 | -1) => {
  const all = [...document.querySelectorAll<HTMLElement>('[data-question]')]
  const next = all[all.indexOf(from) + step]
  const to = next?.querySelector<HTMLElement>('input:checked') ?? next?.querySelector<HTMLElement>('input, button, textarea')
  to?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}

export const moveOnArrows = (event: KeyboardEvent<HTMLElement>) => {
  if (event.target instanceof HTMLTextAreaElement || event.nativeEvent.isComposing) return
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
}

/** Removes the answer. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('questionnaire')
  return (
    <button type="button" className={classes.clear} onClick={onClear}>
      <IconX aria-hidden />
      {t('clear')}
    </button>
  )
}

/** One question with large answer buttons. Digit keys answer it, Backspace removes the answer, arrow up and down move between questions. */
export function Choice({ path, legend, hint, options, value, layout, isSame, isInvalid, onAnswer, children }: Props) {
  const { t } = useTranslation('questionnaire')
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    moveOnArrows(event)
    if (event.target instanceof HTMLTextAreaElement || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const option = /^\d$/.test(event.key) ? options.find((item) => item.value === Number(event.key)) : undefined
    if (option) {
      event.preventDefault()
      onAnswer(option.value)
      move(event.currentTarget, 1)
    }
    if (event.key === 'Backspace' && value !== undefined) onAnswer(null)
  }
  const isWarned = options.some((option) => option.isWarned && option.value === value)
  return (
    <fieldset
      id={path}
      className={classes.question}
      data-question
      data-look={layout}
      data-wrong={isInvalid || undefined}
      data-warned={isWarned || undefined}
      aria-describedby={[hint && `${id}-hint`, isInvalid && `${id}-wrong`].filter(Boolean).join(' ') || undefined}
      onKeyDown={onKeyDown}
    >
      <legend className="visually-hidden">{legend}</legend>
      <div className={classes.line}>
        <div className={classes.words} aria-hidden="true">
          <span className={classes.name}>{legend}</span>
          {isSame && value !== undefined ? <span className={classes.same}>{t('isSame')}</span> : null}
          {hint ? (
            <span id={`${id}-hint`} className={classes.hint}>
              {hint}
            </span>
          ) : null}
        </div>
        <div className={classes.options} style={{ '--options': options.length } as React.CSSProperties}>
          {options.map((option) => (
            <label key={option.value} className={classes.option} data-warned={option.isWarned || undefined}>
              <input type="radio" name={`${id}-${path}`} checked={value === option.value} onChange={() => onAnswer(option.value)} />
              {option.picture}
              <span className={classes.label}>
                {option.isWarned && value === option.value ? <IconTriangleFilled className={classes.mark} aria-hidden /> : null}
                {option.label}
              </span>
            </label>
          ))}
        </div>
      </div>
      {isInvalid ? (
        <p id={`${id}-wrong`} className={classes.wrong} role="alert">
          {t('wrong')}
        </p>
      ) : null}
      {children}
      {value === undefined ? null : <ClearButton onClear={() => onAnswer(null)} />}
    </fieldset>
  )
}
