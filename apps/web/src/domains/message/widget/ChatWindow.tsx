import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconArrowLeft, IconArrowsDiagonal, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '../../../api/use-permission.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { QueryContent, useQueryState } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { useListMessageRoomsQuery } from '../api.ts'
import type { ComposerToolProps } from '../composer/ComposerBar.tsx'
import { useListMessagePinsQuery } from '../room/api.ts'
import { RoomPatient } from '../room/RoomPatient.tsx'
import { RoomView } from '../room/RoomView.tsx'
import { RoomsColumn } from '../rooms/RoomsColumn.tsx'
import { useRoomCarePeopleQuery } from './api.ts'
import classes from './ChatWindow.module.css'

type ShownConversation = { patient_id: number; message_id?: number; jumps: number }
export type WindowProps = {
  patient_id: number | undefined
  className: string
  /** Extra composer tools from other domains for this patient. */
  tools?: (patient: MessageRoom['patient'], place: ComposerToolProps) => ReactNode
  onClose: () => void
}

const pathOf = (patient_id: number, message_id?: number) => `/messages/${patient_id}${message_id ? `?message=${message_id}` : ''}`

/** Shows the conversation of the patient whose page is open, otherwise the list of conversations. Escape closes the window. */
export function ChatWindow({ patient_id, className, tools, onClose }: WindowProps) {
  // load all namespaces together: one loading later would suspend the window
  const { t } = useTranslation(['message_room', 'conversation', 'message_card', 'message', 'picture'])
  const navigate = useNavigate()
  const isStaff = usePermission('coordination.read')
  const own = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownConversation | undefined>(patient_id ? { patient_id, jumps: 0 } : undefined)
  // focus the window, because the clicked row is unmounted and Escape would reach no listener
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per conversation
  useEffect(() => own.current?.focus(), [shown?.patient_id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.stopPropagation()
    onClose()
  }
  const expand = () => void navigate(shown ? pathOf(shown.patient_id, shown.message_id) : '/messages')
  return (
    <div ref={own} role="dialog" aria-label={t('widget.label')} tabIndex={-1} data-chat-window className={className} onKeyDown={onKeyDown}>
      {shown ? (
        <Room
          key={shown.patient_id}
          shown={shown}
          tools={tools}
          onJump={(message_id) => setShown({ ...shown, message_id, jumps: shown.jumps + 1 })}
          onBack={patient_id === undefined && isStaff ? () => setShown(undefined) : undefined}
          onExpand={expand}
          onClose={onClose}
        />
      ) : (
        <RoomsColumn
          patientId={0}
          heading="h2"
          messageUrl={pathOf}
          onOpen={(id, message_id) => setShown({ patient_id: id, jumps: 0, ...(message_id && { message_id }) })}
          tools={
            <>
              <IconButton label={t('widget.expand')} icon={<IconArrowsDiagonal aria-hidden />} onClick={expand} />
              <IconButton label={t('widget.close')} icon={<IconX aria-hidden />} onClick={onClose} />
            </>
          }
        />
      )}
    </div>
  )
}

type RoomProps = Pick<WindowProps, 'tools' | 'onClose'> & {
  shown: ShownConversation
  onJump: (message_id: number) => void
  onBack: (() => void) | undefined
  onExpand: () => void
}

function Room({ shown: { patient_id, message_id, jumps }, tools, onJump, onBack, onExpand, onClose }: RoomProps) {
  const { t } = useTranslation('message_room')
  const rooms = useListMessageRoomsQuery({ patient_id })
  const isStaff = usePermission('coordination.read')
  const pins = useListMessagePinsQuery({ patient_id }, { skip: !isStaff })
  const team = useRoomCarePeopleQuery({ user_id: patient_id })
  // a list without the room is a failure too
  const query = { ...rooms, currentData: rooms.currentData?.items[0], isError: rooms.isError || rooms.currentData !== undefined }
  const state = useQueryState(query)
  const room = state.data
  // keep the back and close buttons while the room loads or if it cannot be loaded
  if (!room)
    return (
      <>
        <div className={classes.head}>
          {onBack ? <IconButton label={t('head.back')} icon={<IconArrowLeft aria-hidden />} onClick={onBack} /> : null}
          <IconButton label={t('widget.close')} icon={<IconX aria-hidden />} className={classes.close} onClick={onClose} />
        </div>
        <div aria-busy={!state.isFailed || undefined}>
          <QueryContent state={state} query={query} error={t('page.error')} skeleton={<SkeletonRows count={7} />}>
            {() => null}
          </QueryContent>
        </div>
      </>
    )
  return (
    <RoomPatient room={room}>
      <RoomView
        compact
        heading="h2"
        room={room}
        pins={pins.currentData}
        team_count={team.currentData?.items.length}
        anchorId={message_id}
        jumpKey={jumps}
        onJump={onJump}
        hitUrl={pathOf}
        tools={tools && ((place) => tools(room.patient, place))}
        onBack={onBack}
        onExpand={onExpand}
        onClose={onClose}
      />
    </RoomPatient>
  )
}
