import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import field from '../form/Field.module.css'
import { FieldMessage } from '../form/FieldMessage.tsx'
import classes from './SelectField.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void; error?: ReactNode; required?: boolean; children: ReactNode }

/** Native select with a label. */
export function SelectField({ label, value, onChange, error, required, children }: Props) {
  const { t } = useTranslation('common')
  const id = useId()
  return (
    <div className={field.field}>
      <div className={clsx(field.box, classes.box)}>
        <select
          id={id}
          className={classes.select}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {children}
        </select>
        <label className={field.label} htmlFor={id}>
          {label}
          {required ? (
            <span className={field.required} aria-hidden="true">
              {t('required')}
            </span>
          ) : null}
        </label>
        <IconChevronDown className={classes.open} aria-hidden />
      </div>
      {error ? <FieldMessage id={`${id}-error`}>{error}</FieldMessage> : null}
    </div>
  )
}
