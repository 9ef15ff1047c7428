import { type ReactNode, useId } from 'react'
import classes from './Segmented.module.css'

type Props<V extends string> = { label: string; value: V; onChange: (value: V) => void; options: readonly { value: V; label: ReactNode }[] }

/** Up to five short choices that exclude each other: radio buttons, so the arrow keys move between them. */
export function Segmented<V extends string>({ label, value, onChange, options }: Props<V>) {
  const name = useId()
  return (
    <div className={classes.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" className={classes.input} name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
