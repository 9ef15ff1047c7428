import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ComposerToolProps } from '../../domains/message/composer/ComposerBar.tsx'
import { ContextPanel, type Participant } from '../../domains/message/context/ContextPanel.tsx'
import type { PinPage } from '../../domains/message/room/PinList.tsx'
import { RoomPatient } from '../../domains/message/room/RoomPatient.tsx'
import { RoomView } from '../../domains/message/room/RoomView.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { useIsNarrowDesk } from '../../ui/layout/phone.ts'
import { type Query, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { idPattern } from '../../ui/page/id.ts'
import classes from './MessagesPage.module.css'

type Props = {
  query: Query<MessageRoom>
  /** Pinned messages, for staff. */
  pins: PinPage | undefined
  facts: string
  /** Drug allergies of the patient, for staff. */
  alert?: ReactNode
  team_count: number | undefined
  people: readonly Participant[]
  messageUrl: (patient_id: number, message_id: number) => string
  backTo?: string
  /** Extra composer tools. */
  tools?: (place: ComposerToolProps) => ReactNode
}

/** Conversation with a side panel, which opens over the page on narrow screens. */
export function RoomLayout({ query, pins, facts, alert, team_count, people, messageUrl, backTo, tools }: Props) {
  const { t } = useTranslation('message_room')
  const navigate = useNavigate()
  const { key } = useLocation()
  const [search] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrowDesk()
  const { data: room, isFailed, isSkeletonShown } = useQueryState(query)
  const messageParam = search.get('message') ?? ''
  if (isFailed)
    return (
      <div className={classes.none}>
        <ErrorState title={t('page.error')} onRetry={() => void query.refetch()} />
      </div>
    )
  if (!room)
    return (
      <div className={classes.waiting} aria-busy="true">
        {isSkeletonShown ? <SkeletonRows count={8} /> : null}
      </div>
    )
  const jump = (message_id: number) => {
    setOpen(false)
    void navigate(messageUrl(room.patient.id, message_id), { replace: true })
  }
  const context = <ContextPanel room={room} facts={facts} alert={alert} people={people} onJump={jump} />
  return (
    <RoomPatient room={room}>
      <div className={classes.thread}>
        <RoomView
          room={room}
          pins={pins}
          alert={isNarrow ? alert : undefined}
          heading="h1"
          team_count={team_count}
          anchorId={idPattern.test(messageParam) ? Number(messageParam) : undefined}
          jumpKey={key}
          onJump={jump}
          hitUrl={messageUrl}
          tools={tools}
          onBack={backTo ? () => void navigate(backTo) : undefined}
          onContext={() => setOpen(true)}
        />
      </div>
      {isNarrow ? null : (
        <aside className={classes.context} aria-label={t('context.label')}>
          {context}
        </aside>
      )}
      {isOpen ? (
        <Dialog title={t('context.label')} side flush onClose={() => setOpen(false)}>
          {context}
        </Dialog>
      ) : null}
    </RoomPatient>
  )
}
