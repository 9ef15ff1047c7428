import { type ComponentType, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { afterLayout, scrollAfterLayout } from '../../../ui/layout/after-layout.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { QueryContent, useQueryState } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { Spinner } from '../../../ui/loading/Spinner.tsx'
import classes from './RoomList.module.css'
import { RoomRow, type RowProps } from './RoomRow.tsx'
import { usePinnedRoom } from './use-pinned-room.ts'
import type { useRooms } from './use-rooms.ts'

const loadThreshold = 20
const throttleMs = 300

type Props = {
  list: ReturnType<typeof useRooms>
  patientId: number
  filtered: boolean
  onReset: () => void
  box: RefObject<HTMLDivElement | null>
  Row?: ComponentType<RowProps>
  onApproach?: (() => void) | undefined
  /** Shown for an empty list without filters. */
  empty?: ReactNode
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-room]')]
  const next = links[step(links.indexOf(document.activeElement as HTMLAnchorElement), links.length - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView?.({ block: 'nearest' })
}

/** Returns a function that loads the next page if the end of the list is near; called on scroll, and after each render. */
const useLoadNearEnd = (box: RefObject<HTMLElement | null>, canLoad: boolean, load: () => void) => {
  const lastLoadAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const loadNearEnd = () => {
    const own = box.current
    // skeleton rows are shorter than real ones and would trigger extra pages
    if (!own || !canLoad || own.clientHeight === 0) return
    if (own.scrollHeight - own.scrollTop - own.clientHeight > loadThreshold) return
    const delayMs = lastLoadAt.current + throttleMs - Date.now()
    clearTimeout(timer.current)
    if (delayMs > 0) {
      timer.current = setTimeout(loadNearEnd, delayMs)
      return
    }
    lastLoadAt.current = Date.now()
    load()
  }
  // fills a tall window without scrolling
  useEffect(() => afterLayout(box.current, loadNearEnd))
  return loadNearEnd
}

export function RoomList({ list, patientId, filtered, onReset, box, Row = RoomRow, empty, onApproach }: Props) {
  const { t } = useTranslation(['message', 'common'])
  const { rooms, query, further, hasMore, more } = list
  const state = useQueryState(query)
  const isLoading = state.data === undefined && !state.isFailed
  const [focused, setFocused] = useState<number>()
  const loadNearEnd = useLoadNearEnd(box, hasMore && !isLoading, more)

  // j and k can select a patient outside the visible part
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when another patient is opened or the list has loaded
  useEffect(() => scrollAfterLayout(box.current, '[aria-current]', { block: 'nearest' }), [patientId, isLoading])

  const pinned = usePinnedRoom(list, patientId)
  const current = pinned?.id ?? rooms.find(({ patient }) => patient.id === patientId)?.id
  const tabbable = [...(pinned ? [pinned] : []), ...rooms].some(({ id }) => id === focused) ? focused : (current ?? rooms[0]?.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys of the links inside
    <div
      ref={box}
      className={classes.scroll}
      onScroll={loadNearEnd}
      onKeyDown={onKeyDown}
      onFocus={onApproach}
      onPointerOver={({ pointerType }) => pointerType === 'mouse' && onApproach?.()}
      aria-busy={isLoading || undefined}
    >
      {isLoading ? (
        <span className="visually-hidden" role="status">
          {t('message:sidebar.loading')}
        </span>
      ) : null}
      {pinned ? (
        <ul className={classes.pinned} aria-label={t('message:sidebar.opened')}>
          <Row room={pinned} current tabbable={pinned.id === tabbable} />
        </ul>
      ) : pinned === null ? (
        <div className={classes.pinned}>
          <SkeletonRows count={1} />
        </div>
      ) : null}
      <QueryContent
        state={state}
        query={query}
        error={t('message:sidebar.error')}
        empty={
          filtered ? (
            <Empty
              title={t('message:sidebar.noHit')}
              text={t('message:sidebar.noHitText')}
              action={<Button onClick={onReset}>{t('message:sidebar.reset')}</Button>}
            />
          ) : (
            (empty ?? <Empty title={t('message:sidebar.empty')} />)
          )
        }
        isEmpty={({ length }) => length === 0}
        skeleton={<SkeletonRows count={12} />}
      >
        {(loaded) => (
          <>
            <ul
              aria-label={t('message:sidebar.label')}
              onFocus={(event) => setFocused(Number(event.target.closest('[data-room]')?.getAttribute('data-room')) || undefined)}
            >
              {loaded.map((room) => (
                <Row key={room.id} room={room} current={room.id === current} tabbable={room.id === tabbable} />
              ))}
            </ul>
            <FurtherState query={further} />
          </>
        )}
      </QueryContent>
    </div>
  )
}

/** One line, because the list keeps its rows while a further page loads or fails. */
function FurtherState({ query: { isError, isFetching, refetch } }: { query: ReturnType<typeof useRooms>['further'] }) {
  const { t } = useTranslation(['message', 'common'])
  if (isFetching)
    return (
      <div className={classes.more}>
        <Spinner />
      </div>
    )
  return isError ? (
    <div className={classes.more} role="alert">
      {t('message:sidebar.moreError')}
      <Button size="small" onClick={refetch}>
        {t('common:action.retry')}
      </Button>
    </div>
  ) : null
}
