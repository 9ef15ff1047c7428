import { type ReactNode, useId } from 'react'
import classes from './Segmented.module.css'

type Props<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode }[]
  /** Id of the element with the error message; marks the group as invalid. */
  errorId?: string | undefined
}

/** Radio buttons as a segmented control, for up to five short options. */
export function Segmented<V extends string>({ label, value, onChange, options, errorId }: Props<V>) {
  const name = useId()
  return (
    <div className={classes.group} role="radiogroup" aria-label={label} aria-invalid={errorId ? true : undefined} aria-describedby={errorId}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" className={classes.input} name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
