import { IconInfoCircle } from '@tabler/icons-react'
import classes from './NoComposer.module.css'

/** Explains why the conversation is read-only or why no reply will come. */
export function NoComposer({ text }: { text: string }) {
  return (
    <p className={classes.why}>
      <IconInfoCircle aria-hidden />
      {text}
    </p>
  )
}
