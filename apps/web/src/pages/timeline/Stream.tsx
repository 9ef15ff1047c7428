import type { TimelineKind } from '@sukoyaka/wire/boards/timeline'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { NewRecord } from '../../domains/notification/NewRecord.tsx'
import { useUnreadRecords } from '../../domains/notification/use-unread-records.ts'
import { useListTimelineMonthsQuery } from '../../domains/timeline/api.ts'
import { type Filter, filterOf, searchOf } from '../../domains/timeline/filter-url.ts'
import { KindChips } from '../../domains/timeline/KindChips.tsx'
import { MonthRail, MonthSelect } from '../../domains/timeline/MonthRail.tsx'
import { StreamList } from '../../domains/timeline/StreamList.tsx'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Event } from './Event.tsx'
import classes from './TimelinePage.module.css'

type Props = {
  user_id: number
  audience: 'staff' | 'patient'
  /** Shown above the timeline on narrow screens. */
  action?: ReactNode
  children: ReactNode
}

/** Timeline with filter chips, search and months; `children` are on the right, and hidden on phones. The filter is stored in the URL. */
export function Stream({ user_id, audience, action, children }: Props) {
  // load namespaces of data-dependent parts with the page: one loading later would suspend the whole page
  useTranslation(['event', 'interview', 'karte', 'contract', 'order', 'notification', 'shell', 'today'])
  const { t } = useTranslation('timeline')
  const { search, hash, key } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search])
  const { kinds, q, month } = filter
  const scroller = useRef<HTMLDivElement>(null)
  const [visibleMonth, setVisibleMonth] = useState<string>()
  const records = useUnreadRecords({ skip: audience !== 'patient' })
  const updateFilter = (change: Partial<Filter>, replace = false) => navigate(searchOf({ ...filter, ...change }) || '?', { replace })
  const searchField = useSettledSearch(q, (text) => updateFilter({ q: text, month: undefined }, true))
  const { data } = useListTimelineMonthsQuery({ user_id, ...(q && { q }) })
  const months = useMemo(() => {
    const filtered = (data?.items ?? []).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    return [...Map.groupBy(filtered, (item) => item.month)].map(([name, entries]) => ({
      month: name,
      count: entries.reduce((sum, { count }) => sum + count, 0),
    }))
  }, [data, kinds])
  const pick = (name: string) => updateFilter({ month: name === months[0]?.month ? undefined : name })
  const current = visibleMonth ?? month ?? months[0]?.month
  return (
    <>
      <div className={classes.bar}>
        <KindChips months={data?.items} kinds={kinds} onChange={(next: TimelineKind[]) => updateFilter({ kinds: next })} />
        <div className={classes.finding}>
          <span className={classes.narrow}>
            <MonthSelect months={months} current={current} onPick={pick} />
          </span>
          <SearchInput label={t('search')} value={searchField.text} onChange={searchField.setText} />
        </div>
      </div>
      <div ref={scroller} className={classes.content}>
        <div className={classes.columns}>
          <div className={classes.rail}>
            <MonthRail months={months} current={current} onPick={pick} />
          </div>
          <div>
            {action ? <div className={classes.write}>{action}</div> : null}
            <StreamList
              key={`${searchOf(filter)}${hash}`}
              user_id={user_id}
              filter={filter}
              place={{ key, hash }}
              scroller={scroller}
              empty={t(audience === 'patient' ? 'stream.emptyOwn' : 'stream.emptyText')}
              onMonth={setVisibleMonth}
              onClear={() => updateFilter({ kinds: [], q: '', month: undefined })}
            >
              {(item) => (
                <NewRecord isNew={records.isNew(item.kind, item.id)} onRead={() => records.read(item.kind, item.id)}>
                  <Event item={item} audience={audience} />
                </NewRecord>
              )}
            </StreamList>
          </div>
          <aside className={classes.side}>{children}</aside>
        </div>
      </div>
    </>
  )
}

/** The search text. It is written to the URL after a pause, and read from it again after navigating back. */
const useSettledSearch = (q: string, onSettled: (q: string) => void) => {
  const [text, setText] = useState(q)
  const sentText = useRef(q)
  const debouncedText = useDebounced(text, 300)
  const latestOnSettled = useRef(onSettled)
  latestOnSettled.current = onSettled
  useEffect(() => {
    if (debouncedText.trim() === sentText.current) return
    sentText.current = debouncedText.trim()
    latestOnSettled.current(debouncedText)
  }, [debouncedText])
  useEffect(() => {
    if (q === sentText.current) return
    sentText.current = q
    setText(q)
  }, [q])
  return { text, setText }
}
