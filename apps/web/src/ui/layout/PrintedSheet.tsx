import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import classes from './PrintedSheet.module.css'

/** While this is mounted, printing outputs only its content, also if it is inside a dialog. One per page. */
export function PrintedSheet({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div id="printed-sheet" className={clsx(classes.printed, className)}>
      {children}
    </div>
  )
}
