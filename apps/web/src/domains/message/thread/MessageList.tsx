import type { Message, MessageImage } from '@sukoyaka/wire/care/message'
import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { IconArrowDown } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { Spinner } from '../../../ui/layout/Spinner.tsx'
import type { Waiting } from '../outbox/box.ts'
import type { Outbox } from '../outbox/outbox.ts'
import classes from './MessageList.module.css'
import { MessageRow } from './row/MessageRow.tsx'
import type { RowActions } from './row/row-actions.ts'
import { idOfRow, type Row, rowsOf } from './rows.ts'
import type { Thread, ThreadState } from './thread.ts'
import { useArrived } from './use-arrived.ts'
import { useMarks } from './use-marks.ts'
import { useOpened } from './use-opened.ts'
import { WaitingRow } from './WaitingRow.tsx'

const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }))
const ReadersDialog = lazy(async () => ({ default: (await import('./ReadersDialog.tsx')).ReadersDialog }))
const RemindDialog = lazy(async () => ({ default: (await import('../remind/RemindDialog.tsx')).RemindDialog }))

/** Distance to either end, in pixels, at which more messages load. */
const near = 900
/** Distance to the end, in pixels, within which the list follows new messages. */
const bottom = 60

type Props = {
  thread: Thread
  state: ThreadState
  waiting: readonly Waiting[]
  outbox: Outbox
  room: MessageRoom
  me_id: number
  label: string
  compact: boolean
  unreadAfter?: number
  /** Scroll target: a message id, or the end if undefined. A new `count` scrolls again. */
  goal: { id: number | undefined; count: number }
  onGo: (id: number | undefined) => void
  onReply?: (message: Message) => void
  onOpenGallery?: (image: MessageImage) => void
  card?: (message: Message) => ReactNode
}

/** Virtualised message list. */
export function MessageList({ thread, state, waiting, outbox, room, me_id, label, compact, unreadAfter, goal, onGo, onReply, onOpenGallery, card }: Props) {
  const { t } = useTranslation('conversation')
  const { held } = state
  const rows = useMemo(() => rowsOf(held.messages, waiting, { me_id, unreadAfter, hasNewer: held.hasNewer }), [held, waiting, me_id, unreadAfter])
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useRef(rows)
  latest.current = rows
  const isStuck = useRef(true)
  const isPlaced = useRef(false)
  const [isAway, setAway] = useState(false)
  const [lit, setLit] = useState<number>()
  const [deleting, setDeleting] = useState<Message>()
  const [reminding, setReminding] = useState<Message>()
  const [reading, setReading] = useState<Message>()
  const marks = useMarks(thread)
  const { see, seeEmpty } = useOpened(room, me_id)
  const { said, isNews, forgetNews } = useArrived(held.messages, me_id, isStuck)

  // keep the scroll position when older messages are prepended
  const first = rows[0]?.key
  const firstBefore = useRef(first)
  const isShifted = first !== firstBefore.current && rows.some(({ key }) => key === firstBefore.current)
  useLayoutEffect(() => {
    firstBefore.current = first
  }, [first])

  const look = useCallback(() => {
    if (!thread.read().held.messages.length) void seeEmpty()
    const own = list.current
    if (!own || !isPlaced.current || own.viewportSize === 0) return
    const below = own.scrollSize - own.scrollOffset - own.viewportSize
    if (own.scrollOffset < near) void thread.older()
    if (below < near) void thread.newer()
    const [from, to] = [own.findItemIndex(own.scrollOffset + 8), own.findItemIndex(own.scrollOffset + own.viewportSize - 24)]
    see(latest.current.slice(from, to + 1).flatMap((row) => ('message' in row ? [row.message] : [])))
  }, [thread, see, seeEmpty])
  const onScroll = () => {
    const own = list.current
    if (!own || !isPlaced.current) return
    isStuck.current = !thread.read().held.hasNewer && own.scrollSize - own.scrollOffset - own.viewportSize < bottom
    setAway(!isStuck.current)
    if (isStuck.current) forgetNews()
    look()
  }
  const toEnd = () => list.current?.scrollToIndex(latest.current.length - 1, { align: 'end' })

  // initial position: the requested message, the first unread one, or the end
  const isFull = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once messages exist and on each new scroll target
  useLayoutEffect(() => {
    if (!isFull) return
    const wanted = goal.id ?? (goal.count === 0 ? rows.find((row) => 'message' in row && row.isFirstUnread && idOfRow(row)) : undefined)
    const at = typeof wanted === 'number' ? rows.findIndex((row) => idOfRow(row) === wanted) : wanted ? rows.indexOf(wanted as Row) : -1
    isStuck.current = at < 0 && !held.hasNewer
    if (at >= 0) list.current?.scrollToIndex(at, typeof wanted === 'number' ? { align: 'center' } : { align: 'start', offset: -16 })
    else toEnd()
    if (goal.id !== undefined && at >= 0) setLit(goal.id)
    const timer = setTimeout(() => {
      isPlaced.current = true
      onScroll()
    }, 120)
    return () => clearTimeout(timer)
  }, [isFull, goal.count])
  useEffect(() => {
    if (lit === undefined) return
    scroller.current?.querySelector<HTMLElement>(`[data-message="${lit}"]`)?.focus({ preventScroll: true })
    const timer = setTimeout(() => setLit(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [lit])

  const last = rows.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last row changes
  useLayoutEffect(() => {
    if (isPlaced.current && isStuck.current) toEnd()
  }, [last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows can be visible or leave space for more
  useEffect(() => {
    const timer = setTimeout(look, 50)
    return () => clearTimeout(timer)
  }, [rows])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [look])

  const onAgain = useCallback((id: number) => void thread.again([id]), [thread])
  const doing: RowActions = { ...marks, onReply, onGo, onOpenGallery, onDelete: setDeleting, onRemind: setReminding, onReaders: setReading, onAgain, card }
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list */}
      <div ref={scroller} className={`${classes.scroller} ${compact ? classes.compact : ''}`} role="log" aria-live="off" aria-label={label} tabIndex={0}>
        <div className={classes.spring}>{!rows.length ? <Empty title={t('thread.empty')} text={onReply ? t('thread.emptyText') : undefined} /> : null}</div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={isShifted}
          bufferSize={600}
          onScroll={onScroll}
          onResize={() => isStuck.current && toEnd()}
        >
          {(row: Row) =>
            'message' in row ? (
              <MessageRow key={row.key} row={row} me_id={me_id} patient_id={room.patient.id} compact={compact} isLit={row.message.id === lit} doing={doing} />
            ) : (
              <WaitingRow key={row.key} row={row} outbox={outbox} />
            )
          }
        </Virtualizer>
      </div>
      {state.isReadingOlder || state.failedOlder ? (
        <p className={classes.older} role="status">
          {state.failedOlder ? (
            <button type="button" onClick={() => void thread.older()}>
              {t('thread.olderFailed')}
            </button>
          ) : (
            <>
              <Spinner />
              {t('thread.older')}
            </>
          )}
        </p>
      ) : null}
      {(isAway || held.hasNewer) && rows.length ? (
        <button type="button" className={`${classes.down} ${isNews ? classes.news : ''}`} aria-label={t('thread.newest')} onClick={() => onGo(undefined)}>
          <IconArrowDown aria-hidden />
          {isNews ? t('thread.newer') : null}
        </button>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Suspense>
        {deleting ? <DeleteDialog message={deleting} thread={thread} onClose={() => setDeleting(undefined)} /> : null}
        {reading ? <ReadersDialog id={reading.id} onClose={() => setReading(undefined)} /> : null}
        {reminding ? <RemindDialog room={room} message_id={reminding.id} onClose={() => setReminding(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
