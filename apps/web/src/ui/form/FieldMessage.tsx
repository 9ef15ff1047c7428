import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Field.module.css'

export function FieldMessage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={classes.message}>
      <IconAlertCircle aria-hidden />
      <span>{children}</span>
    </p>
  )
}
