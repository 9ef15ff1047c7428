import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import classes from './Progress.module.css'

/** Progress bar; indeterminate without `share`. */
export function Progress({ label, share, detail }: { label: ReactNode; share?: number; detail?: ReactNode }) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, share) * 100)
  return (
    <div className={classes.box}>
      <p className={classes.label} role="status">
        {label}
      </p>
      <div
        role="progressbar"
        aria-label={typeof label === 'string' ? label : undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={clsx(classes.bar, percent === undefined && classes.unsure)}
      >
        <span className={classes.done} style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      {detail ? <p className={classes.detail}>{detail}</p> : null}
    </div>
  )
}
