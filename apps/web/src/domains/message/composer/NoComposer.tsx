import { IconInfoCircle } from '@tabler/icons-react'
import classes from './NoComposer.module.css'

/** Why nobody writes here, or why nobody will answer. */
export function NoComposer({ text }: { text: string }) {
  return (
    <p className={classes.why}>
      <IconInfoCircle aria-hidden />
      {text}
    </p>
  )
}
