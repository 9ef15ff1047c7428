import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ActivityTab } from '../../domains/activity/ActivityTab.tsx'
import { HealthRecordsCard } from '../../domains/health-record/HealthRecordsCard.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import classes from './DatabasePage.module.css'

const Devices = lazyNamed(() => import('../../domains/device/Devices.tsx'), 'Devices')
const DerivationDialog = lazyNamed(() => import('../../domains/device/DerivationCard.tsx'), 'DerivationDialog')

const recordsId = 'health_records'

/** Activity data of devices and where it comes from, with the patient's own health records, to which `#health_records` scrolls. */
export function ActivityAndRecords({ user_id }: { user_id: number }) {
  const [day, setDay] = useState<string>()
  const { hash } = useLocation()
  const records = useRef<HTMLDivElement>(null)
  // the tab loads after the page, so the router does not find the element
  useEffect(() => {
    if (hash === `#${recordsId}`) records.current?.scrollIntoView?.()
  }, [hash])
  return (
    <ActivityTab user_id={user_id} onDerivation={setDay}>
      <Suspense>
        <Devices user_id={user_id} isOwn={false} />
      </Suspense>
      <div ref={records} id={recordsId} className={classes.anchor}>
        <HealthRecordsCard user_id={user_id} />
      </div>
      <Suspense>{day === undefined ? null : <DerivationDialog user_id={user_id} day={day} onClose={() => setDay(undefined)} />}</Suspense>
    </ActivityTab>
  )
}
