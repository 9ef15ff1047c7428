import { ActivityTab } from '../../domains/activity/ActivityTab.tsx'
import { HealthRecordsCard } from '../../domains/health-record/HealthRecordsCard.tsx'

/** What devices count, and what people write down of themselves. */
export function ActivityAndRecords({ user_id }: { user_id: number }) {
  return (
    <ActivityTab user_id={user_id}>
      <HealthRecordsCard user_id={user_id} />
    </ActivityTab>
  )
}
