import { type ReactNode, useId } from 'react'
import { FieldMessage } from './FieldMessage.tsx'
import type { FormFrame } from './use-form.ts'

/** Why the form was not saved, and after a conflict what others saved, which the next save overwrites. */
export function FormFailure({ form: { failure, isConflict }, theirs }: { form: FormFrame; theirs?: ReactNode }) {
  const id = useId()
  if (failure === undefined) return null
  return (
    <div role="alert">
      <FieldMessage id={id}>{failure}</FieldMessage>
      {isConflict ? theirs : null}
    </div>
  )
}
