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
  /** Whether something else is shown in place of the list: then no message is marked as read. */
  isCovered?: boolean
  unreadAfter?: number
  goal: Goal
  onGo: (id: number | undefined) => void
  onReply?: (message: Message) => void
  /** Called after an unsent message was moved to the draft; without it messages cannot be edited. */
  onEdited?: () => void
  onOpenGallery?: (image: MessageImage) => void
  card?: (message: Message) => ReactNode
}

/** The message or note whose dialog is open; the key says which dialog. */
type Opened = { deleting: Message } | { deletingNote: MessageNote } | { reading: Message } | { reminding: Message }

/** Virtualised message list. */
export function MessageList(props: Props) {
  const { thread, state, notes, unsent, outbox, room, me_id, label, compact, unreadAfter, goal, onGo, onReply, onEdited, onOpenGallery, card } = props
  const { t } = useTranslation('conversation')
  const { loaded } = state
  const rows = useMemo(
    () => rowsOf(loaded.messages, unsent, { me_id, unreadAfter, notes, hasOlder: loaded.hasOlder, hasNewer: loaded.hasNewer }),
    [loaded, unsent, me_id, unreadAfter, notes],
  )
  const isAtEnd = useRef(true)
  const [opened, setOpened] = useState<Opened>()
  const addTask = useContext(AddMessageTask)
  const marks = useMarks(thread)
  const markAsRead = useMarkAsRead(room, me_id, props.isCovered)
  const newMessages = useNewMessages(loaded.messages, me_id, isAtEnd)
  const { list, scroller, isShifted, isScrolledUp, isShown, highlighted, onScroll, toEnd } = useScroll({
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
    onDelete: (deleting) => setOpened({ deleting }),
    onRemind: (reminding) => setOpened({ reminding }),
    onTask: addTask && ((message) => addTask(message, room.patient)),
    onReaders: (reading) => setOpened({ reading }),
    onReload,
    card,
  }
  return (
    <div className={clsx(classes.frame, !isShown && classes.unplaced)}>
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
              <NoteRow key={row.key} row={row} onDelete={(deletingNote) => setOpened({ deletingNote })} />
            ) : (
              <UnsentMessageRow key={row.key} row={row} outbox={outbox} onEdited={onEdited} />
            )
          }
        </Virtualizer>
      </div>
      {state.isReadingOlder || state.failedOlder ? <OlderState hasFailed={state.failedOlder} onRetry={() => void thread.loadOlder()} /> : null}
      {(isScrolledUp || loaded.hasNewer) && rows.length ? <ToEnd hasNewMessages={newMessages.hasNewMessages} onGo={() => onGo(undefined)} /> : null}
      <p className="visually-hidden" role="status">
        {newMessages.announcement}
      </p>
      <Suspense>{opened ? <RowDialog opened={opened} thread={thread} room={room} setOpened={setOpened} /> : null}</Suspense>
    </div>
  )
}

type RowDialogProps = Pick<Props, 'thread' | 'room'> & { opened: Opened; setOpened: (opened: Opened | undefined) => void }

function RowDialog({ opened, thread, room, setOpened }: RowDialogProps) {
  const onClose = () => setOpened(undefined)
  if ('deleting' in opened) return <DeleteDialog message={opened.deleting} thread={thread} onClose={onClose} />
  if ('deletingNote' in opened) return <DeleteNoteDialog note={opened.deletingNote} onClose={onClose} />
  if ('reading' in opened) return <ReadersDialog id={opened.reading.id} onClose={onClose} />
  return <RemindDialog room={room} message_id={opened.reminding.id} onClose={onClose} onReopen={() => setOpened(opened)} />
}

function ToEnd({ hasNewMessages, onGo }: { hasNewMessages: boolean; onGo: () => void }) {
  const { t } = useTranslation('conversation')
  return (
    <button
      type="button"
      className={clsx(classes.down, hasNewMessages && classes.news)}
      aria-label={hasNewMessages ? undefined : t('thread.newest')}
      onClick={onGo}
    >
      <IconArrowDown aria-hidden />
      {hasNewMessages ? t('thread.newer') : null}
    </button>
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
