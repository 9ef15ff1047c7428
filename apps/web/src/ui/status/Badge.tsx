import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'outline' | 'healthy' | 'warning' | 'danger' | 'unknown'

/** Contract and plan: accent. Workflow states: outline. Health: the status tone with its mark as `icon`. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={clsx(classes.badge, classes[tone])}>
      {icon}
      {children}
    </span>
  )
}
