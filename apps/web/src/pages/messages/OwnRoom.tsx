import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './MessagesPage.module.css'
import { RoomPlace } from './RoomPlace.tsx'
import { useRoom } from './use-room.ts'

const toHit = (patient_id: number, message_id: number) => `/messages/${patient_id}?message=${message_id}`

/** The patient's conversation with the care team. */
export function OwnRoom({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('message_room')
  const asked = useRoom(patient_id)
  usePageTitle(t('page.titlePatient'))
  return (
    <div className={`${classes.page} ${classes.own} ${classes.opened}`}>
      <RoomPlace {...asked} toHit={toHit} />
    </div>
  )
}
