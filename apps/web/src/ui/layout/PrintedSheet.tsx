import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import classes from './PrintedSheet.module.css'

/** While it is on the page, printing outputs its content only, also from inside a dialog. One per page. */
export function PrintedSheet({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div id="printed-sheet" className={clsx(classes.printed, className)}>
      {children}
    </div>
  )
}
