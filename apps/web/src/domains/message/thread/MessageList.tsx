import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconArrowDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Spinner } from '../../../ui/loading/Spinner.tsx'
import { NoteRow } from '../note/NoteRow.tsx'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxMessage } from '../outbox/outbox-message.ts'
import classes from './MessageList.module.css'
import { MessageRow } from './row/MessageRow.tsx'
import { AddMessageTask, type RowActions } from './row/row-actions.ts'
import { type Row, rowsOf } from './rows.ts'
import { type Goal, useScroll } from './scroll/use-scroll.ts'
import type { Thread, ThreadState } from './thread.ts'
import { UnsentMessageRow } from './UnsentMessageRow.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'
import { useMarks } from './use-marks.ts'
import { useNewMessages } from './use-new-messages.ts'

const DeleteDialog = lazyNamed(() => import('./DeleteDialog.tsx'), 'DeleteDialog')
const DeleteNoteDialog = lazyNamed(() => import('../note/DeleteNoteDialog.tsx'), 'DeleteNoteDialog')
const ReadersDialog = lazyNamed(() => import('./ReadersDialog.tsx'), 'ReadersDialog')
const RemindDialog = lazyNamed(() => import('../remind/RemindDialog.tsx'), 'RemindDialog')

type Props = {
  thread: Thread
  state: ThreadState
  notes: readonly MessageNote[]
  unsent: readonly OutboxMessage[]
  outbox: Outbox
  room: MessageRoom
  me_id: number
  label: string
  compact: boolean
  unreadAfter?: number
  goal: Goal
  onGo: (id: number | undefined) => void
  onReply?: (message: Message) => void
  onOpenGallery?: (image: MessageImage) => void
  card?: (message: Message) => ReactNode
}

/** Virtualised message list. */
export function MessageList({
  thread,
  state,
  notes,
  unsent,
  outbox,
  room,
  me_id,
  label,
  compact,
  unreadAfter,
  goal,
  onGo,
  onReply,
  onOpenGallery,
  card,
}: Props) {
  const { t } = useTranslation('conversation')
  const { loaded } = state
  const rows = useMemo(
    () => rowsOf(loaded.messages, unsent, { me_id, unreadAfter, notes, hasOlder: loaded.hasOlder, hasNewer: loaded.hasNewer }),
    [loaded, unsent, me_id, unreadAfter, notes],
  )
  const isAtEnd = useRef(true)
  const [deleting, setDeleting] = useState<Message>()
  const [deletingNote, setDeletingNote] = useState<MessageNote>()
  const [reminding, setReminding] = useState<Message>()
  const [reading, setReading] = useState<Message>()
  const addTask = useContext(AddMessageTask)
  const marks = useMarks(thread)
  const markAsRead = useMarkAsRead(room, me_id)
  const newMessages = useNewMessages(loaded.messages, me_id, isAtEnd)
  const { list, scroller, isShifted, isAway, isPlaced, highlighted, onScroll, toEnd } = useScroll({
    thread,
    rows,
    hasNewer: loaded.hasNewer,
    goal,
    isAtEnd,
    markAsRead,
    clearNewMessages: newMessages.clearNewMessages,
  })

  const onReload = useCallback((id: number) => void thread.reload([id]), [thread])
  const actions: RowActions = {
    ...marks,
    onReply,
    onJump: onGo,
    onOpenGallery,
    onDelete: setDeleting,
    onRemind: setReminding,
    onTask: addTask && ((message) => addTask(message, room.patient)),
    onReaders: setReading,
    onReload,
    card,
  }
  return (
    <div className={clsx(classes.frame, !isPlaced && classes.unplaced)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list */}
      <div ref={scroller} className={clsx(classes.scroller, compact && classes.compact)} role="log" aria-live="off" aria-label={label} tabIndex={0}>
        <div className={classes.spring}>{!rows.length ? <Empty title={t('thread.empty')} text={onReply ? t('thread.emptyText') : undefined} /> : null}</div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={isShifted}
          bufferSize={600}
          onScroll={onScroll}
          onResize={() => isAtEnd.current && toEnd()}
        >
          {(row: Row) =>
            'message' in row ? (
              <MessageRow
                key={row.key}
                row={row}
                me_id={me_id}
                patient_id={room.patient.id}
                compact={compact}
                isHighlighted={row.message.id === highlighted}
                actions={actions}
              />
            ) : 'note' in row ? (
              <NoteRow key={row.key} row={row} onDelete={setDeletingNote} />
            ) : (
              <UnsentMessageRow key={row.key} row={row} outbox={outbox} />
            )
          }
        </Virtualizer>
      </div>
      {state.isReadingOlder || state.failedOlder ? <OlderState hasFailed={state.failedOlder} onRetry={() => void thread.loadOlder()} /> : null}
      {(isAway || loaded.hasNewer) && rows.length ? (
        <button
          type="button"
          className={clsx(classes.down, newMessages.hasNewMessages && classes.news)}
          aria-label={newMessages.hasNewMessages ? undefined : t('thread.newest')}
          onClick={() => onGo(undefined)}
        >
          <IconArrowDown aria-hidden />
          {newMessages.hasNewMessages ? t('thread.newer') : null}
        </button>
      ) : null}
      <p className="visually-hidden" role="status">
        {newMessages.announcement}
      </p>
      <Suspense>
        {deleting ? <DeleteDialog message={deleting} thread={thread} onClose={() => setDeleting(undefined)} /> : null}
        {deletingNote ? <DeleteNoteDialog note={deletingNote} onClose={() => setDeletingNote(undefined)} /> : null}
        {reading ? <ReadersDialog id={reading.id} onClose={() => setReading(undefined)} /> : null}
        {reminding ? (
          <RemindDialog room={room} message_id={reminding.id} onClose={() => setReminding(undefined)} onReopen={() => setReminding(reminding)} />
        ) : null}
      </Suspense>
    </div>
  )
}

function OlderState({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <p className={classes.older} role="status">
      {hasFailed ? (
        <button type="button" onClick={onRetry}>
          {t('thread.olderFailed')}
        </button>
      ) : (
        <>
          <Spinner />
          {t('thread.older')}
        </>
      )}
    </p>
  )
}
