import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './MessagesPage.module.css'
import { RoomLayout } from './RoomLayout.tsx'
import { useRoom } from './use-room.ts'

const messageUrl = (patient_id: number, message_id: number) => `/messages/${patient_id}?message=${message_id}`

/** The patient's conversation with the care team. */
export function OwnRoom({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('message_room')
  const roomState = useRoom(patient_id)
  usePageTitle(t('page.titlePatient'))
  return (
    <div className={clsx(classes.page, classes.own, classes.opened)}>
      <RoomLayout {...roomState} messageUrl={messageUrl} />
    </div>
  )
}
