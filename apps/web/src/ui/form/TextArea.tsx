import { clsx } from 'clsx'
import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import field from './Field.module.css'
import { FieldMessage } from './FieldMessage.tsx'
import { lengthOf } from './length.ts'
import classes from './TextArea.module.css'

/** Share of the max length from which the remaining characters are shown. */
const remainingShownFrom = 0.8

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** In characters. More can be typed or pasted, because truncating silently is worse than an error. */
  maxLength: number
  error?: ReactNode
  hint?: ReactNode
  /** Minimum number of visible lines. */
  rows?: number
  /** Takes the height that its flex column leaves. */
  fills?: boolean
} & Omit<ComponentProps<'textarea'>, 'placeholder' | 'value' | 'onChange' | 'maxLength' | 'rows' | 'defaultValue'>

/** Multi-line field that grows with its text and validates its length. */
export function TextArea({ label, value, onChange, maxLength, error, hint, rows = 3, fills = false, required, className, id, ...input }: Props) {
  const { t } = useTranslation(['common', 'ui'])
  const ownId = useId()
  const inputId = id ?? ownId
  const length = lengthOf(value)
  const remaining = maxLength - length
  const message = remaining < 0 ? t('ui:text.over', { max: maxLength, count: -remaining }) : error
  const showsRemaining = remaining >= 0 && length >= maxLength * remainingShownFrom
  const describedBy = [message ? `${ownId}-error` : '', showsRemaining ? `${ownId}-left` : '', hint ? `${ownId}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx(field.field, fills && classes.fills, className)}>
      <div className={clsx(field.box, classes.box)}>
        {/* a hidden mirror of the text stretches the field, without measuring or layout shift */}
        <div className={classes.grow} data-text={`${value}\u200b`} style={{ '--rows': rows } as CSSProperties}>
          <textarea
            {...input}
            id={inputId}
            className={clsx(field.input, classes.input)}
            placeholder=" "
            rows={rows}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-required={required || undefined}
            aria-invalid={message ? true : undefined}
            aria-describedby={describedBy || undefined}
          />
        </div>
        <label className={clsx(field.label, classes.label)} htmlFor={inputId}>
          {label}
          {required ? (
            <span className={field.required} aria-hidden="true">
              {t('common:required')}
            </span>
          ) : null}
        </label>
      </div>
      {message ? <FieldMessage id={`${ownId}-error`}>{message}</FieldMessage> : null}
      {showsRemaining ? (
        <p id={`${ownId}-left`} className={clsx(field.hint, classes.left)}>
          {t('ui:text.left', { count: remaining })}
        </p>
      ) : null}
      {hint ? (
        <p id={`${ownId}-hint`} className={field.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
