import { Suspense, useState } from 'react'
import { ActivityTab } from '../../domains/activity/ActivityTab.tsx'
import { HealthRecordsCard } from '../../domains/health-record/HealthRecordsCard.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'

const Devices = lazyNamed(() => import('../../domains/device/Devices.tsx'), 'Devices')
const DerivationDialog = lazyNamed(() => import('../../domains/device/DerivationCard.tsx'), 'DerivationDialog')

/** Activity data of devices and where it comes from, with the patient's own health records. */
export function ActivityAndRecords({ user_id }: { user_id: number }) {
  const [day, setDay] = useState<string>()
  return (
    <ActivityTab user_id={user_id} onDerivation={setDay}>
      <Suspense>
        <Devices user_id={user_id} isOwn={false} />
      </Suspense>
      <HealthRecordsCard user_id={user_id} />
      <Suspense>{day === undefined ? null : <DerivationDialog user_id={user_id} day={day} onClose={() => setDay(undefined)} />}</Suspense>
    </ActivityTab>
  )
}
