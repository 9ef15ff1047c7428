import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { Suspense, useState } from 'react'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import type { UrgentRecord } from './SeriousValueDialog.tsx'

const RecordDialog = lazyNamed(() => import('./RecordDialog.tsx'), 'RecordDialog')
const SeriousValueDialog = lazyNamed(() => import('./SeriousValueDialog.tsx'), 'SeriousValueDialog')

type Props = { user_id: number; opened: HealthRecord | 'new' | undefined; catalogue: readonly HealthRecordCategory[] | undefined; onClose: () => void }

/** The form of the opened or new record, and after it, if a patient recorded a critical value or low glucose, what to do about it. */
export function RecordDialogs({ user_id, opened, catalogue, onClose }: Props) {
  const isOwn = useAppSelector(selectMe)?.role === 'patient'
  const [urgent, setUrgent] = useState<UrgentRecord>()
  return (
    <Suspense>
      {opened && catalogue ? (
        <RecordDialog user_id={user_id} record={opened === 'new' ? undefined : opened} catalogue={catalogue} onClose={onClose} onUrgent={setUrgent} />
      ) : null}
      {urgent && isOwn ? <SeriousValueDialog user_id={user_id} urgent={urgent} onClose={() => setUrgent(undefined)} /> : null}
    </Suspense>
  )
}
