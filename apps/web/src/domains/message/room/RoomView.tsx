import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { usePermission } from '../../../api/use-permission.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useMarkRoomShown } from '../../notification/shown-rooms.ts'
import { MessageCard } from '../card/MessageCard.tsx'
import { usePresence } from '../presence/use-presence.ts'
import { Conversation, type ConversationProps } from '../thread/Conversation.tsx'
import { PinBar } from './PinBar.tsx'
import type { PinPage } from './PinList.tsx'
import { type RoomActions, RoomHead } from './RoomHead.tsx'
import classes from './RoomView.module.css'
import { useAnchor } from './use-anchor.ts'
import { WaitingBar } from './WaitingBar.tsx'

const RemindDialog = lazyNamed(() => import('../remind/RemindDialog.tsx'), 'RemindDialog')
const AssignDialog = lazyNamed(() => import('./AssignDialog.tsx'), 'AssignDialog')
const RoomSearch = lazyNamed(() => import('../search/RoomSearch.tsx'), 'RoomSearch')
const Gallery = lazyNamed(() => import('../context/Gallery.tsx'), 'Gallery')

type Props = RoomActions &
  Pick<ConversationProps, 'tools'> & {
    room: MessageRoom
    /** Pinned messages, for staff. */
    pins: PinPage | undefined
    /** Shown below the header, for example drug allergies where no side panel shows them. */
    alert?: ReactNode
    anchorId?: number
    /** Changes with each jump to a message. */
    jumpKey: string | number
    onJump: (message_id: number) => void
    hitUrl: (patient_id: number, message_id: number) => string
  }

/** Card shown in place of a message's text. */
const cardOf = (message: Message) =>
  message.data_entry_request || message.interview_proposal || message.recommendation_id !== null ? <MessageCard message={message} /> : undefined

/** One conversation, with its header, search and dialogs. */
export function RoomView({ room, pins, alert, anchorId, jumpKey, onJump, hitUrl, tools, ...actions }: Props) {
  const isStaff = usePermission('coordination.read')
  const { others, onTyping } = usePresence(room.patient.id)
  const anchor = useAnchor(anchorId, jumpKey)
  const [isSearching, setSearching] = useState(false)
  // the search results cover the messages
  useMarkRoomShown(isSearching ? undefined : room.patient.id)
  const searchButton = useRef<HTMLButtonElement>(null)
  const stopSearch = () => {
    setSearching(false)
    searchButton.current?.focus()
  }
  const openHit = (message_id: number) => {
    setSearching(false)
    onJump(message_id)
  }
  const [isReminding, setReminding] = useState(false)
  const [isAssigning, setAssigning] = useState(false)
  const [image, setImage] = useState<MessageImage>()
  return (
    <section className={classes.room}>
      <RoomHead
        {...actions}
        room={room}
        others={others}
        isSearching={isSearching}
        searchButton={searchButton}
        onSearch={() => setSearching(!isSearching)}
        onRemind={() => setReminding(true)}
        onAssign={() => setAssigning(true)}
      />
      {alert ? <div className={classes.alert}>{alert}</div> : null}
      <div className={classes.body}>
        {/* keep the conversation mounted below the search results */}
        <div className={classes.thread} inert={isSearching} onInput={({ target }) => onTyping(target instanceof HTMLTextAreaElement && target.value !== '')}>
          {isStaff ? (
            <>
              <WaitingBar room={room} isPage={!actions.compact} />
              <PinBar pins={pins} onJump={onJump} />
            </>
          ) : null}
          <Conversation
            key={room.id}
            room={room}
            anchorId={anchor}
            compact={actions.compact}
            isCovered={isSearching}
            onOpenGallery={setImage}
            tools={tools}
            card={cardOf}
          />
        </div>
        {isSearching ? (
          <Suspense>
            <RoomSearch patient_id={room.patient.id} to={hitUrl} onOpen={actions.compact ? openHit : undefined} onClose={stopSearch} />
          </Suspense>
        ) : null}
      </div>
      <Suspense>
        {isReminding ? <RemindDialog room={room} onClose={() => setReminding(false)} onReopen={() => setReminding(true)} /> : null}
        {isAssigning ? <AssignDialog room={room} onClose={() => setAssigning(false)} onReopen={() => setAssigning(true)} /> : null}
        {image ? <Gallery room_id={room.id} image={image} onClose={() => setImage(undefined)} /> : null}
      </Suspense>
    </section>
  )
}
