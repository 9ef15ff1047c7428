import type { ReactNode } from 'react'
import classes from './Switch.module.css'

/** Switch with immediate effect. `children` are its label. */
export function Switch({ checked, onChange, children }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  )
}
