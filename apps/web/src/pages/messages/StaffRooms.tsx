import { fullName } from '@sukoyaka/rules/person'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { useNextWaitingKey } from '../../domains/message/room/NextWaiting.tsx'
import { RoomsColumn } from '../../domains/message/rooms/RoomsColumn.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import { BulkLink } from './BulkLink.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import classes from './MessagesPage.module.css'
import { MessageTasks } from './MessageTasks.tsx'
import { RoomLayout } from './RoomLayout.tsx'
import { useRoom } from './use-room.ts'

const messageUrl = (patient_id: number, message_id: number) => `/messages/${patient_id}?message=${message_id}`

/** Room list beside the open conversation; phones show one of the two. */
export function StaffRooms({ patient_id }: { patient_id: number | undefined }) {
  useNextWaitingKey(patient_id)
  return (
    <div className={clsx(classes.page, patient_id && classes.opened)} data-fills-phone={patient_id ? true : undefined}>
      <div className={classes.rooms}>
        <RoomsColumn patientId={patient_id ?? 0} heading={patient_id ? 'h2' : 'h1'} messageUrl={messageUrl} tools={<BulkLink />} />
      </div>
      {patient_id ? <OpenedRoom key={patient_id} patient_id={patient_id} /> : <NoRoom />}
    </div>
  )
}

function OpenedRoom({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const roomState = useRoom(patient_id)
  const { room } = roomState
  usePageTitle(room ? `${fullName(room.patient, language)}｜${t('page.title')}` : t('page.title'))
  return (
    <MessageTasks>
      <RoomLayout
        {...roomState}
        alert={<DrugAllergy reactions={roomState.allergy_reactions} />}
        messageUrl={messageUrl}
        backTo="/messages"
        tools={room ? (place) => <ComposerTools {...place} patient={room.patient} /> : undefined}
      />
    </MessageTasks>
  )
}

function NoRoom() {
  const { t } = useTranslation('message_room')
  usePageTitle(t('page.title'))
  return (
    <div className={classes.none}>
      <Empty title={t('page.none')} text={t('page.noneText')} />
    </div>
  )
}
