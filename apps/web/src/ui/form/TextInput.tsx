import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Field.module.css'
import { FieldMessage } from './FieldMessage.tsx'

type Props = { label: string; error?: ReactNode; hint?: ReactNode; unit?: string; right?: ReactNode } & Omit<ComponentProps<'input'>, 'placeholder'>

/** Text field. `required` is shown as text; validation is done by the form, not by the browser. */
export function TextInput({ label, error, hint, unit, right, required, className, id, ...input }: Props) {
  const { t } = useTranslation('common')
  const ownId = useId()
  const inputId = id ?? ownId
  const describedBy = [unit ? `${ownId}-unit` : '', error ? `${ownId}-error` : '', hint ? `${ownId}-hint` : '', input['aria-describedby'] ?? '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={clsx(classes.field, className)}>
      <div className={classes.box}>
        <input
          {...input}
          id={inputId}
          className={classes.input}
          placeholder=" "
          aria-required={required || undefined}
          aria-invalid={error || input['aria-invalid'] ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <label className={classes.label} htmlFor={inputId}>
          {label}
          {required ? (
            <span className={classes.required} aria-hidden="true">
              {t('required')}
            </span>
          ) : null}
        </label>
        {unit ? (
          <span id={`${ownId}-unit`} className={classes.unit}>
            {unit}
          </span>
        ) : null}
        {right ? <span className={classes.right}>{right}</span> : null}
      </div>
      {error ? <FieldMessage id={`${ownId}-error`}>{error}</FieldMessage> : null}
      {hint ? (
        <p id={`${ownId}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
