import type { ReleaseQueue as Queue, ReleaseGroup, ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { useIsNarrowDesk } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useKeys } from '../../ui/page/keys.ts'
import { useListReleasesQuery } from './api.ts'
import { type Draft, draftOf, inShownOrder, isReviewed, useDrafts } from './drafts.ts'
import { GroupCard } from './GroupCard.tsx'
import { HeldCard, isHeld } from './HeldCard.tsx'
import classes from './Queue.module.css'
import { QueueRow } from './QueueRow.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import { ReleaseDialog, ReleasePane } from './ReleasePane.tsx'
import { useHeld } from './use-held.ts'
import { useRelease } from './use-release.ts'
import { WithinCard } from './WithinCard.tsx'

const ConfirmRelease = lazyNamed(() => import('./ConfirmRelease.tsx'), 'ConfirmRelease')

/** While releases are held, in case the stream of events is interrupted. */
const pollMs = 5_000

type Chosen = { item: ReleaseItem; draft: Pick<Draft, 'comment'> }

type Props = {
  importId?: number | undefined
  /** Opens the dialog that records a contact. The page passes it, because the dialog is in another domain. */
  onContact: (row: TodayItem) => void
  /** Shows a patient’s drug allergies, for the same reason. */
  alertOf: (patient_id: number) => ReactNode
}

/** Checkups that wait for their release: those to call first, those to review one by one, and those to release together. */
export function ReleaseQueue({ importId, ...slots }: Props) {
  const { t } = useTranslation('release_queue')
  const [isPolling, setPolling] = useState(false)
  const query = useListReleasesQuery(importId === undefined ? {} : { import_id: importId }, { pollingInterval: isPolling ? pollMs : 0 })
  const isAnyHeld = query.currentData?.items.some(isHeld) ?? false
  if (isAnyHeld !== isPolling) setPolling(isAnyHeld)
  return (
    <QueryView query={query} error={t('page.error')} skeleton={<SkeletonRows count={6} height={72} />} isEmpty={() => false}>
      {(queue) => <Board queue={queue} isOfImport={importId !== undefined} {...slots} />}
    </QueryView>
  )
}

/** The row in the pane: the chosen one, or the one at its position once it is released. */
const useSelected = (rows: readonly ReleaseItem[]) => {
  const [id, setId] = useState<number>()
  const place = useRef(0)
  const at = rows.findIndex(({ checkup }) => checkup.id === id)
  if (at >= 0) place.current = at
  const selected = rows[at >= 0 ? at : Math.min(place.current, rows.length - 1)]
  return { selected, at: selected ? rows.indexOf(selected) : -1, isChosen: at >= 0, select: (item: ReleaseItem | undefined) => setId(item?.checkup.id) }
}

/** Focuses the comment of the next selected row if asked to, and scrolls to rows. */
const useBoardFocus = (board: RefObject<HTMLElement | null>, selected: ReleaseItem | undefined) => {
  const goesToComment = useRef(false)
  useEffect(() => {
    if (!goesToComment.current || selected === undefined) return
    goesToComment.current = false
    board.current?.querySelector<HTMLElement>('[data-release-comment]')?.focus()
  }, [board, selected])
  return {
    focusComment: (isNeeded: boolean) => {
      goesToComment.current = isNeeded
    },
    showRow: ({ checkup }: ReleaseItem) => {
      const row = board.current?.querySelector<HTMLElement>(`[data-release-row="${checkup.id}"]`)
      row?.scrollIntoView({ block: 'nearest' })
      return row
    },
  }
}

function Board({ queue, isOfImport, onContact, alertOf }: { queue: Queue; isOfImport: boolean } & Omit<Props, 'importId'>) {
  const { t } = useTranslation('release_queue')
  const order = useRef<number[]>([])
  const { drafts, change, restore } = useDrafts()
  const { held, open, withinDraft, stop, isStopping } = useHeld(queue, restore)
  const items = inShownOrder(order.current, open)
  const inGroup = (group: ReleaseGroup) => items.filter((item) => item.group === group)
  const [urgent, toReview, within] = [inGroup('urgent'), inGroup('review'), inGroup('within')]
  const { release, isReleasing, refused, forgetRefused } = useRelease()
  const rows = [...urgent, ...toReview]
  const { selected, at, isChosen, select } = useSelected(rows)
  const isNarrow = useIsNarrowDesk()
  const [asked, setAsked] = useState<readonly Chosen[]>()
  const board = useRef<HTMLDivElement>(null)
  const reviewed = toReview.filter((item) => isReviewed(drafts, item))

  const { focusComment, showRow } = useBoardFocus(board, selected)
  const focusRow = (item: ReleaseItem | undefined) => {
    if (!item) return
    select(item)
    showRow(item)?.querySelector<HTMLElement>('button')?.focus()
  }
  useKeys([
    { key: 'j', label: t('keys.next'), run: () => focusRow(rows[isChosen ? at + 1 : Math.max(at, 0)]) },
    { key: 'k', label: t('keys.previous'), run: () => focusRow(rows[at - 1]) },
  ])

  /** Moves to the next row; without one, the dialog closes. */
  const moveOn = () => {
    const next = rows[at + 1]
    focusComment(next !== undefined)
    if (next) showRow(next)
    select(next ?? (isNarrow ? undefined : selected))
  }
  const done = async (item: ReleaseItem) => {
    if (item.group !== 'urgent') {
      change(item, { reviewed_version: item.version })
      moveOn()
    } else if (await release([{ item, draft: draftOf(drafts, item) }])) moveOn()
  }
  const confirm = async () => {
    await release(asked ?? [])
    setAsked(undefined)
  }
  const waiting = waitingCount(queue)
  if (!waiting && !held.length && !refused.length) return <NothingWaiting isOfImport={isOfImport} />
  const paneProps = selected && {
    item: selected,
    alert: alertOf(selected.patient.id),
    draft: draftOf(drafts, selected),
    isReviewed: isReviewed(drafts, selected),
    isReleasing,
    onChange: (next: Partial<Draft>) => change(selected, next),
    onContact,
    onDone: () => void done(selected),
    onSkip: () => (rows[at + 1] ? moveOn() : isNarrow && select(undefined)),
    onPrevious: at > 0 ? () => select(rows[at - 1]) : undefined,
  }
  const row = (item: ReleaseItem) => (
    <QueueRow key={item.checkup.id} item={item} drafts={drafts} isSelected={item === selected && (isChosen || !isNarrow)} onSelect={() => select(item)} />
  )
  return (
    <div className={classes.board} ref={board} data-pane={(!isNarrow && paneProps !== undefined) || undefined}>
      <div className={classes.list}>
        <Counts queue={queue} held={held.length} isOfImport={isOfImport} />
        <HeldCard items={held} isStopping={isStopping} onStop={(batch) => void stop(batch)} />
        <RefusedCard refused={refused} onClose={forgetRefused} />
        {urgent.length ? (
          <GroupCard group="urgent" count={queue.counts.urgent}>
            <ul>{urgent.map(row)}</ul>
          </GroupCard>
        ) : null}
        {toReview.length ? (
          <GroupCard group="review" count={queue.counts.review} action={<ReleaseReviewed items={reviewed} drafts={drafts} onAsk={setAsked} />}>
            <ul>{toReview.map(row)}</ul>
          </GroupCard>
        ) : null}
        {within.length ? (
          <WithinCard
            draft={withinDraft}
            items={within}
            count={queue.counts.within}
            onRelease={(comment) => setAsked(within.map((item) => ({ item, draft: { comment } })))}
          />
        ) : null}
        {waiting > items.length ? <p className={classes.more}>{t('page.more', { count: waiting - items.length })}</p> : null}
      </div>
      {paneProps && !isNarrow ? <ReleasePane key={paneProps.item.checkup.id} {...paneProps} /> : null}
      {paneProps && isNarrow && isChosen ? <ReleaseDialog key={paneProps.item.checkup.id} {...paneProps} onClose={() => select(undefined)} /> : null}
      <Suspense>
        {asked ? <ConfirmRelease chosen={asked} isBusy={isReleasing} onConfirm={() => void confirm()} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </div>
  )
}

type ReleaseReviewedProps = { items: readonly ReleaseItem[]; drafts: Parameters<typeof draftOf>[0]; onAsk: (chosen: readonly Chosen[]) => void }

function ReleaseReviewed({ items, drafts, onAsk }: ReleaseReviewedProps) {
  const { t } = useTranslation('release_queue')
  if (!items.length) return null
  return (
    <Button kind="soft" onClick={() => onAsk(items.map((item) => ({ item, draft: draftOf(drafts, item) })))}>
      {t('release.reviewed', { count: items.length })}
    </Button>
  )
}

const waitingCount = ({ counts }: Queue) => counts.urgent + counts.review + counts.within

function Counts({ queue, held, isOfImport }: { queue: Queue; held: number; isOfImport: boolean }) {
  const { t } = useTranslation('release_queue')
  const { counts, released_count } = queue
  const waiting = waitingCount(queue)
  const all = released_count + held + waiting
  const groups = (['urgent', 'review', 'within'] as const).filter((group) => counts[group] > 0)
  return (
    <div className={classes.counts}>
      <p>
        <b>{isOfImport ? t('progress.released', { released: released_count, all }) : t('progress.waiting', { count: waiting })}</b>
        {groups.map((group) => (
          <span key={group}>
            {t(`group.${group}`)} {counts[group]}
          </span>
        ))}
      </p>
      {isOfImport ? <progress value={released_count} max={all} aria-hidden /> : null}
    </div>
  )
}

/** Says where results to release come from, or how to go on after an import. */
function NothingWaiting({ isOfImport }: { isOfImport: boolean }) {
  const { t } = useTranslation('release_queue')
  return (
    <Empty
      title={t('empty.title')}
      text={t(isOfImport ? 'empty.ofImport' : 'empty.text')}
      action={
        <>
          <ButtonLink kind="sec" to={isOfImport ? '/releases' : '/imports'}>
            {t(isOfImport ? 'empty.toAll' : 'empty.toImports')}
          </ButtonLink>
          <ButtonLink kind="ghost" to="/today">
            {t('empty.toToday')}
          </ButtonLink>
        </>
      }
    />
  )
}
