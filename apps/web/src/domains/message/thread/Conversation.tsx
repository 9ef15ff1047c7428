import { fullName } from '@sukoyaka/rules/person'
import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CallError } from '../../../api/call-error.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../../ui/loading/Skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useKeys } from '../../../ui/page/keys.ts'
import type { ComposerToolProps } from '../composer/ComposerBar.tsx'
import { NoComposer } from '../composer/NoComposer.tsx'
import { Writer } from '../composer/Writer.tsx'
import { NotesFailure } from '../note/NotesFailure.tsx'
import { useNotes } from '../note/use-notes.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useDelivered, useOutbox } from '../outbox/use-outbox.ts'
import classes from './Conversation.module.css'
import { MessageList } from './MessageList.tsx'
import { useThread } from './use-thread.ts'

export type ConversationProps = {
  room: MessageRoom
  /** Opens at this message instead of the first unread one. */
  anchorId?: number
  /** Compact layout of the docked chat window. */
  compact?: boolean
  /** Whether the search results are shown on top of the messages. */
  isCovered?: boolean
  /** Called when an image is clicked; images are not clickable without it. */
  onOpenGallery?: (image: MessageImage) => void
  /** Extra composer tools from other domains. */
  tools?: (place: ComposerToolProps) => ReactNode
  /** Renders the card of a message; undefined if it has none. */
  card?: (message: Message) => ReactNode
}

/** Messages of a room with the composer. Fills its parent. */
export function Conversation(props: ConversationProps) {
  const me = useAppSelector(selectMe)
  return me ? <OpenConversation {...props} key={props.room.id} me_id={me.id} /> : null
}

function OpenConversation({ room, anchorId, compact = false, tools, me_id, ...listProps }: ConversationProps & { me_id: number }) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const isStaff = usePermission('coordination.read')
  const mayAnswer = usePermission('coordination.write')
  const patient_id = room.patient.id
  const { thread, state } = useThread(patient_id)
  const { outbox, unsent } = useOutbox(me_id, patient_id)
  const notes = useNotes(patient_id, me_id)
  /** Id of the last read message when the room opened (0: none was read); undefined if nothing was unread. The unread line does not move while reading. */
  const [unreadAfter] = useState(() => (room.unread_count > 0 ? (room.last_read_message_id ?? 0) : undefined))
  const [unreadCount] = useState(room.unread_count)
  const openAtUnread = () => void thread.open(unreadAfter || undefined, unreadCount)
  const hasStartedOpening = useRef(false)
  const composer = useComposer()

  const { goal, jumpTo, jumpToEnd } = useJump(thread)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, then on each change of the anchor
  useEffect(() => {
    if (anchorId !== undefined) void jumpTo(anchorId)
    else if (!hasStartedOpening.current) openAtUnread()
    hasStartedOpening.current = true
  }, [anchorId])
  useSending(outbox, thread)
  useDelivered(outbox, unsent, state.loaded.messages)

  const isOff = !room.chat && !isStaff
  const mayWrite = !isOff && (!isStaff || mayAnswer)
  const label = isStaff ? t('thread.label', { name: fullName(room.patient, language) }) : t('thread.labelOwn')
  return (
    <section className={clsx(classes.conversation, compact && classes.compact)} aria-label={label}>
      {/* the header of the chat window is a heading already */}
      {compact ? null : <h2 className="visually-hidden">{label}</h2>}
      {mayWrite ? <SkipToComposer onSkip={() => composer.field.current?.focus()} /> : null}
      {state.isOpen ? (
        <MessageList
          thread={thread}
          state={state}
          notes={notes.notes}
          unsent={unsent}
          outbox={outbox}
          room={room}
          me_id={me_id}
          label={label}
          compact={compact}
          unreadAfter={unreadAfter}
          goal={goal}
          onGo={(id) => void jumpTo(id)}
          onReply={mayWrite ? composer.onReply : undefined}
          onEdited={mayWrite ? composer.onEdited : undefined}
          {...listProps}
        />
      ) : (
        <Waiting failure={state.failure} onRetry={() => (anchorId === undefined ? openAtUnread() : void thread.open(anchorId))} />
      )}
      {notes.hasFailed ? <NotesFailure onRetry={notes.retry} /> : null}
      {mayWrite && room.chat ? null : (
        <NoComposer text={t(isOff ? 'off.patient' : mayWrite ? 'off.staff' : 'off.observer')}>
          {isOff ? <Link to="/facilities">{t('off.facilities')}</Link> : null}
        </NoComposer>
      )}
      {mayWrite ? (
        <Writer
          key={composer.key}
          field={composer.field}
          outbox={outbox}
          patient_id={patient_id}
          me_id={me_id}
          isStaff={isStaff}
          compact={compact}
          reply={composer.reply}
          onReplied={composer.onReplied}
          tools={tools}
          onSent={jumpToEnd}
        />
      ) : null}
    </section>
  )
}

/** The text field of the composer, and what the messages ask of the composer. */
const useComposer = () => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reply, setReply] = useState<{ message: Message; count: number }>()
  const [key, setKey] = useState(0)
  return {
    field,
    reply,
    /** Changes when the draft was changed outside of the composer, which reads its draft when it is mounted. */
    key,
    onReply: (message: Message) => setReply((before) => ({ message, count: (before?.count ?? 0) + 1 })),
    onReplied: () => setReply(undefined),
    onEdited: () => {
      // rendered at once: the next frame may come before the new text field replaces the old one
      flushSync(() => setKey((before) => before + 1))
      field.current?.focus()
    },
  }
}

/** `goal` is the message to scroll to, or the end; `count` changes with each jump. */
const useJump = (thread: ReturnType<typeof useThread>['thread']) => {
  const { t } = useTranslation('conversation')
  const [goal, setGoal] = useState<{ id: number | undefined; count: number }>({ id: undefined, count: 0 })
  const scrollTo = (id: number | undefined) => setGoal(({ count }) => ({ id, count: count + 1 }))
  const jumpTo = async (id: number | undefined) => {
    if (id !== undefined && thread.has(id)) return scrollTo(id)
    const result = await thread.open(id)
    const { failure, isOpen } = thread.read()
    if (result === 'opened') scrollTo(id)
    // until the first messages are loaded, the failure is shown in place of the list
    else if (result === 'failed' && isOpen) toast.error(t('thread.error'), { text: failure?.error, onRetry: () => void jumpTo(id) })
  }
  const jumpToEnd = () => void (thread.read().loaded.hasNewer ? jumpTo(undefined) : scrollTo(undefined))
  return { goal, jumpTo, jumpToEnd }
}

/** Sends the messages that wait in the outbox, and adds those that the server confirmed to the thread. */
const useSending = (outbox: Outbox, thread: ReturnType<typeof useThread>['thread']) => {
  useEffect(() => outbox.onConfirmed(thread.addSent), [outbox, thread])
  useEffect(() => void outbox.sendWaiting(), [outbox])
}

/** Shown until the first messages are loaded. Not a `QueryView`, because a thread is not a query, and because the server's error text is shown. */
function Waiting({ failure, onRetry }: { failure: CallError | undefined; onRetry: () => void }) {
  const { t } = useTranslation('conversation')
  const isLoading = useSkeleton(!failure)
  return (
    <div className={classes.waiting}>
      {failure ? <ErrorState title={t('thread.error')} text={failure.error} onRetry={onRetry} /> : null}
      {isLoading ? <SkeletonLines count={6} /> : null}
    </div>
  )
}

/** Button, visible on keyboard focus, that skips the many buttons of the messages. The key M does the same without the focus. */
function SkipToComposer({ onSkip }: { onSkip: () => void }) {
  const { t } = useTranslation('conversation')
  useKeys([{ key: 'm', label: t('composer.skip'), run: onSkip }])
  return (
    <button type="button" className={classes.skip} onClick={onSkip}>
      {t('composer.skip')} <kbd>M</kbd>
    </button>
  )
}
