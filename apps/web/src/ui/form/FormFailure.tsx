import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './Field.module.css'
import { FieldMessage } from './FieldMessage.tsx'
import type { FormFrame } from './use-form.ts'

/** Why the form was not saved, and after a conflict what others saved, which the next save overwrites. Scrolls into view when either appears. */
export function FormFailure({ form: { failure, isConflict }, theirs }: { form: FormFrame; theirs?: ReactNode }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const hasTheirs = isConflict && Boolean(theirs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others saved may be loaded after the failure
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [failure, hasTheirs])
  if (failure === undefined) return null
  return (
    <div ref={box} role="alert" className={classes.failure}>
      <FieldMessage id={id}>{failure}</FieldMessage>
      {hasTheirs ? theirs : null}
    </div>
  )
}
