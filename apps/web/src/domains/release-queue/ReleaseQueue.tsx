import type { ReleaseQueue as Queue, ReleaseGroup, ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { useIsNarrowDesk } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useListReleasesQuery } from './api.ts'
import { type Chosen, chosenWith, chosenWithin, type Draft, type Drafts, draftOf, inShownOrder, isReviewed, useDrafts } from './drafts.ts'
import { GroupCard } from './GroupCard.tsx'
import { HeldCard, isHeld } from './HeldCard.tsx'
import classes from './Queue.module.css'
import { QueueRow } from './QueueRow.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import { ReleaseDialog, ReleasePane } from './ReleasePane.tsx'
import { useHeld } from './use-held.ts'
import { useRelease } from './use-release.ts'
import { useRowNavigation } from './use-row-navigation.ts'
import { WithinCard } from './WithinCard.tsx'

const ConfirmRelease = lazyNamed(() => import('./ConfirmRelease.tsx'), 'ConfirmRelease')

/** Polling interval while releases are held, in case the event stream is interrupted. */
const pollMs = 5_000

type Props = {
  importId?: number | undefined
  /** Opens the dialog that records a contact. The page passes it, because the dialog is in another domain. */
  onContact: (row: TodayItem) => void
  /** Renders a patient’s drug allergies. The page passes it for the same reason. */
  alertOf: (patient_id: number) => ReactNode
}

/** Checkups that wait for their release, in three groups: call the patient first, review one by one, and release together. */
export function ReleaseQueue({ importId, ...slots }: Props) {
  const { t } = useTranslation('release_queue')
  const [isPolling, setPolling] = useState(false)
  const query = useListReleasesQuery(importId === undefined ? {} : { import_id: importId }, { pollingInterval: isPolling ? pollMs : 0 })
  const isAnyHeld = query.currentData?.items.some(isHeld) ?? false
  if (isAnyHeld !== isPolling) setPolling(isAnyHeld)
  return (
    <QueryView query={query} error={t('page.error')} skeleton={<SkeletonRows count={6} height={72} />} isEmpty={() => false}>
      {(queue) => <QueueContent queue={queue} isOfImport={importId !== undefined} {...slots} />}
    </QueryView>
  )
}

function QueueContent({ queue, isOfImport, onContact, alertOf }: { queue: Queue; isOfImport: boolean } & Omit<Props, 'importId'>) {
  const { t } = useTranslation('release_queue')
  const order = useRef<number[]>([])
  const { drafts, change, noteReleased, restore } = useDrafts()
  const { held, open, withinComment, setWithinComment, stop, isStopping } = useHeld(queue, drafts, restore)
  const items = inShownOrder(order.current, open)
  const inGroup = (group: ReleaseGroup) => items.filter((item) => item.group === group)
  const [urgent, toReview, within] = [inGroup('urgent'), inGroup('review'), inGroup('within')]
  const { release, isReleasing, refused, forgetRefused } = useRelease(noteReleased)
  const [toConfirm, setToConfirm] = useState<readonly Chosen[]>()
  const isNarrow = useIsNarrowDesk()
  const container = useRef<HTMLDivElement>(null)
  const { selected, isChosen, select, moveOn, skip, previous } = useRowNavigation(container, [...urgent, ...toReview], isNarrow)
  const reviewed = toReview.filter((item) => isReviewed(drafts, item))

  const done = async (item: ReleaseItem) => {
    if (item.group !== 'urgent') {
      change(item, { reviewed_version: item.version })
      moveOn()
    } else if (await release([chosenWith(drafts, item)])) moveOn()
  }
  const confirm = async () => {
    const isReleased = await release(toConfirm ?? [])
    if (isReleased && toConfirm?.some(({ item }) => item.group === 'within')) setWithinComment('')
    setToConfirm(undefined)
  }
  const waiting = waitingCount(queue)
  if (!waiting && !held.length && !refused.length) return <NothingWaiting released={isOfImport ? queue.released_count : undefined} />
  const paneProps = selected && {
    item: selected,
    alert: alertOf(selected.patient.id),
    draft: draftOf(drafts, selected),
    isReviewed: isReviewed(drafts, selected),
    isReleasing,
    onChange: (next: Partial<Draft>) => change(selected, next),
    onContact,
    onDone: () => void done(selected),
    onSkip: skip,
    onPrevious: previous,
  }
  const row = (item: ReleaseItem) => (
    <QueueRow key={item.checkup.id} item={item} drafts={drafts} isSelected={item === selected && (isChosen || !isNarrow)} onSelect={() => select(item)} />
  )
  return (
    <div className={classes.board} ref={container} data-pane={(!isNarrow && paneProps !== undefined) || undefined}>
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
          <GroupCard group="review" count={queue.counts.review} action={<ReleaseReviewed items={reviewed} drafts={drafts} onAsk={setToConfirm} />}>
            <ul>{toReview.map(row)}</ul>
          </GroupCard>
        ) : null}
        {within.length ? (
          <WithinCard
            comment={withinComment}
            onChange={setWithinComment}
            items={within}
            drafts={drafts}
            onChangeOwn={(item, comment) => change(item, { comment, reviewed_version: null })}
            count={queue.counts.within}
            onRelease={() => setToConfirm(within.map((item) => chosenWithin(drafts, item, withinComment)))}
          />
        ) : null}
        {waiting > items.length ? <p className={classes.more}>{t('page.more', { count: waiting - items.length })}</p> : null}
      </div>
      {paneProps && !isNarrow ? <ReleasePane key={paneProps.item.checkup.id} {...paneProps} /> : null}
      {paneProps && isNarrow && isChosen ? <ReleaseDialog key={paneProps.item.checkup.id} {...paneProps} onClose={() => select(undefined)} /> : null}
      <Suspense>
        {toConfirm ? <ConfirmRelease chosen={toConfirm} isBusy={isReleasing} onConfirm={() => void confirm()} onClose={() => setToConfirm(undefined)} /> : null}
      </Suspense>
    </div>
  )
}

type ReleaseReviewedProps = { items: readonly ReleaseItem[]; drafts: Drafts; onAsk: (chosen: readonly Chosen[]) => void }

function ReleaseReviewed({ items, drafts, onAsk }: ReleaseReviewedProps) {
  const { t } = useTranslation('release_queue')
  if (!items.length) return null
  return (
    <Button kind="soft" onClick={() => onAsk(items.map((item) => chosenWith(drafts, item)))}>
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

/** Says where results to release come from, or how many checkups of an import are `released`. */
function NothingWaiting({ released }: { released: number | undefined }) {
  const { t } = useTranslation('release_queue')
  const isOfImport = released !== undefined
  return (
    <Empty
      title={t('empty.title')}
      text={isOfImport ? t('empty.ofImport', { count: released }) : t('empty.text')}
      action={
        <>
          <ButtonLink kind="secondary" to={isOfImport ? '/releases' : '/imports'}>
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
