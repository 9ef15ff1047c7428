import { ActivityTab } from '../../domains/activity/ActivityTab.tsx'
import { HealthRecordsCard } from '../../domains/health-record/HealthRecordsCard.tsx'

/** Activity data of devices, with the patient's own health records. */
export function ActivityAndRecords({ user_id }: { user_id: number }) {
  return (
    <ActivityTab user_id={user_id}>
      <HealthRecordsCard user_id={user_id} />
    </ActivityTab>
  )
}
