import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Composer } from './Composer.tsx'

const NoteComposer = lazyNamed(() => import('../note/NoteComposer.tsx'), 'NoteComposer')

type Props = Omit<ComponentProps<typeof Composer>, 'onNote'>

/** Message composer. Staff can replace it with the note composer; a reply to a message switches back. */
export function Writer(props: Props) {
  const { field, patient_id, me_id, isStaff, compact, reply, onSent } = props
  const [isNoting, setNoting] = useState(false)
  const close = () => {
    setNoting(false)
    requestAnimationFrame(() => field.current?.focus())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per reply request
  useEffect(() => setNoting(false), [reply?.count])
  return isNoting ? (
    <Suspense>
      <NoteComposer field={field} patient_id={patient_id} me_id={me_id} compact={compact} onAdded={onSent} onClose={close} />
    </Suspense>
  ) : (
    <Composer {...props} onNote={isStaff ? () => setNoting(true) : undefined} />
  )
}
