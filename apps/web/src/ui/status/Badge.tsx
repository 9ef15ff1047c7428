import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'outline' | 'healthy' | 'warning' | 'danger' | 'unknown'

/** For a health status, pass its tone, and its mark as `icon`. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={clsx(classes.badge, classes[tone])}>
      {icon}
      {children}
    </span>
  )
}
