import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { Suspense, useState } from 'react'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const RecordDialog = lazyNamed(() => import('./RecordDialog.tsx'), 'RecordDialog')

type Props = { user_id: number; opened: HealthRecord | 'new' | undefined; catalogue: readonly HealthRecordCategory[] | undefined; onClose: () => void }

/** Loads the dialogs of records when one is opened for the first time. They stay mounted, because a record may ask something after its form was closed. */
export function RecordDialogs({ opened, catalogue, ...props }: Props) {
  const [hasOpened, setHasOpened] = useState(false)
  if (opened && !hasOpened) setHasOpened(true)
  return <Suspense>{hasOpened && catalogue ? <RecordDialog opened={opened} catalogue={catalogue} {...props} /> : null}</Suspense>
}
