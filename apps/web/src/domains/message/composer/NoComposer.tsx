import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './NoComposer.module.css'

/** Explains why the conversation is read-only or why no reply will come; `children`: a link to what helps. */
export function NoComposer({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <p className={classes.why}>
      <IconInfoCircle aria-hidden />
      <span>
        {text} {children}
      </span>
    </p>
  )
}
