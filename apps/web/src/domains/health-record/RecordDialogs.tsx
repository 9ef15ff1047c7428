import type { HealthRecord, HealthRecordCategory, SeriousValue } from '@sukoyaka/wire/record/health-record'
import { Suspense, useState } from 'react'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const RecordDialog = lazyNamed(() => import('./RecordDialog.tsx'), 'RecordDialog')
const SeriousValueDialog = lazyNamed(() => import('./SeriousValueDialog.tsx'), 'SeriousValueDialog')

type Props = { user_id: number; opened: HealthRecord | 'new' | undefined; catalogue: readonly HealthRecordCategory[] | undefined; onClose: () => void }

/** The form of the opened or new record, and after it, if a patient recorded critical values, what to do about them. */
export function RecordDialogs({ user_id, opened, catalogue, onClose }: Props) {
  const isOwn = useAppSelector(selectMe)?.role === 'patient'
  const [serious, setSerious] = useState<readonly SeriousValue[]>()
  return (
    <Suspense>
      {opened && catalogue ? (
        <RecordDialog user_id={user_id} record={opened === 'new' ? undefined : opened} catalogue={catalogue} onClose={onClose} onSerious={setSerious} />
      ) : null}
      {serious && isOwn ? <SeriousValueDialog user_id={user_id} values={serious} onClose={() => setSerious(undefined)} /> : null}
    </Suspense>
  )
}
