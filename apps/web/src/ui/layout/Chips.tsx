import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMessage } from '../form/FieldMessage.tsx'
import classes from './Chips.module.css'

type Option<V extends string> = { value: V; label: string; icon?: ReactNode }
type Props<V extends string> = {
  label: string
  options: readonly Option<V>[]
  hint?: string
  error?: string | undefined
  required?: boolean
  /** Initial focus in a dialog. */
  takesFocus?: boolean
} & ({ many: true; value: readonly V[]; onChange: (value: V[]) => void } | { many?: false; value: V | null; onChange: (value: V) => void })

/** Choice chips: single selection, or multiple with `many`. */
export function Chips<V extends string>({ label, options, hint, error, required, takesFocus, ...choice }: Props<V>) {
  const { t } = useTranslation('common')
  const id = useId()
  const isChosen = (option: V) => (choice.many ? choice.value.includes(option) : choice.value === option)
  const press = (option: V) => {
    if (!choice.many) return choice.onChange(option)
    choice.onChange(isChosen(option) ? choice.value.filter((other) => other !== option) : [...choice.value, option])
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support these properties
    <div
      role={choice.many ? 'group' : 'radiogroup'}
      aria-labelledby={`${id}-label`}
      aria-required={(required && !choice.many) || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={[hint && `${id}-hint`, error && id].filter(Boolean).join(' ') || undefined}
      tabIndex={-1}
    >
      <p id={`${id}-label`} className={classes.legend}>
        {label}
        {required ? (
          <span className={classes.required} aria-hidden="true">
            {t('required')}
          </span>
        ) : null}
      </p>
      <div className={classes.chips}>
        {options.map((option, index) => (
          <label key={option.value} className={classes.chip}>
            <input
              type={choice.many ? 'checkbox' : 'radio'}
              name={id}
              checked={isChosen(option.value)}
              onChange={() => press(option.value)}
              data-autofocus={(takesFocus && index === 0) || undefined}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldMessage id={id}>{error}</FieldMessage> : null}
    </div>
  )
}
