import { tokyoDay } from '@sukoyaka/rules/time'
import type { TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, formatWeekday, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryContent, QueryView, useQueryState } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { agoOf } from './day.ts'
import { anchorOf, type Filter, itemOf } from './filter-url.ts'
import { KindIcon } from './KindIcon.tsx'
import classes from './StreamList.module.css'
import { readStoredPosition, useScrollRestoration } from './use-scroll-position.ts'
import { useStream } from './use-stream.tsx'

type Props = {
  user_id: number
  filter: Filter
  /** Key and URL hash of the history entry. */
  place: { key: string; hash: string }
  scroller: RefObject<HTMLElement | null>
  empty: string
  onMonth: (month: string | undefined) => void
  onClear: () => void
  children: (item: TimelineItem) => ReactNode
}

/** Timeline by day with infinite scroll. `children` renders an item. */
export function StreamList({ user_id, filter, place, scroller, empty, onMonth, onClear, children }: Props) {
  const { t } = useTranslation('timeline')
  const [named] = useState(() => itemOf(place.hash))
  const [initialCounts] = useState(() => readStoredPosition(place.key)?.counts ?? { older: 0, newer: 0 })
  const { items, end, newer, counts, reading } = useStream(user_id, filter, named?.item, initialCounts)
  const list = useRef<HTMLDivElement>(null)
  const state = useQueryState(items)
  const isLoading = end.isFetching
  useScrollRestoration(
    place.key,
    { scroller, list },
    counts,
    // ready once the skeleton is gone, because only then are the items in the document
    Boolean(state.data?.length) && (!isLoading || counts.older + counts.newer > initialCounts.older + initialCounts.newer),
    onMonth,
  )
  const isFiltered = filter.kinds.length > 0 || filter.q !== ''
  return (
    <section ref={list} className={classes.stream} aria-label={t('stream.label')} aria-busy={isLoading || undefined}>
      {reading}
      {newer ? (
        <Button kind="ghost" size="small" className={classes.more} onClick={newer}>
          {t('stream.newer')}
        </Button>
      ) : null}
      <QueryContent
        state={state}
        query={items}
        error={t('stream.error')}
        empty={
          <Empty
            title={t(isFiltered ? 'stream.none' : 'stream.empty')}
            text={isFiltered ? undefined : empty}
            action={isFiltered ? <Button onClick={onClear}>{t('stream.clear')}</Button> : undefined}
          />
        }
        isEmpty={(loaded) => loaded.length === 0}
        skeleton={<StreamSkeleton />}
      >
        {(loaded) => (
          <>
            <Days items={loaded} named={named?.anchor}>
              {children}
            </Days>
            <QueryView query={end} error={t('stream.error')} skeleton={<p className={classes.note}>{t('stream.loading')}</p>}>
              {({ older }) => (older ? <More scroller={scroller} onNear={older} /> : <p className={classes.note}>{t('stream.end')}</p>)}
            </QueryView>
          </>
        )}
      </QueryContent>
    </section>
  )
}

function Days({ items, named, children }: { items: readonly TimelineItem[]; named: string | undefined; children: Props['children'] }) {
  const days = [...Map.groupBy(items, ({ at }) => tokyoDay(at))]
  return days.map(([day, own]) => (
    <section key={day} className={classes.day}>
      <DayHead day={day} />
      {own.map((item) => {
        const anchor = anchorOf(item)
        return (
          <div key={anchor} id={anchor} className={classes.item} data-item data-month={day.slice(0, 7)} data-named={anchor === named || undefined}>
            <span className={classes.icon}>
              <KindIcon kind={item.kind} size={18} />
            </span>
            {children(item)}
          </div>
        )
      })}
    </section>
  ))
}

function DayHead({ day }: { day: string }) {
  const { t } = useTranslation('timeline')
  const language = useLanguage()
  const { key, count } = agoOf(day, new Date())
  return (
    <h2 className={classes.head}>
      <time dateTime={day}>{formatDate(day, language)}</time>
      <span className={classes.weekday}>{formatWeekday(day, language, 'short')}</span>
      <span className={classes.ago}>{t(key, { count })}</span>
    </h2>
  )
}

/** Loads more items before the end is reached; also a button, for keyboard users. */
function More({ scroller, onNear }: { scroller: Props['scroller']; onNear: () => void }) {
  const { t } = useTranslation('timeline')
  const end = useRef<HTMLDivElement>(null)
  const onNearRef = useRef(onNear)
  onNearRef.current = onNear
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNearRef.current(), { root: scroller.current, rootMargin: '600px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [scroller])
  return (
    <div ref={end} className={classes.note}>
      <Button kind="ghost" size="small" onClick={onNear}>
        {t('stream.older')}
      </Button>
    </div>
  )
}

function StreamSkeleton() {
  return [96, 48, 140, 96].map((height, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no id and a fixed order
    <div key={at} className={classes.item}>
      <Skeleton height={height} />
    </div>
  ))
}
