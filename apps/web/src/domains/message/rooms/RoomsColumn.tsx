import { IconAdjustmentsHorizontal, IconStethoscope } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isConnected } from '../../../api/on-event.ts'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { useKeys } from '../../../ui/page/keys.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { isMessageQuery } from '../../../ui/text/search-excerpt.ts'
import { MessageHits } from '../search/MessageHits.tsx'
import { type Filter, hasChoice, noFilter, queryOf } from '../sidebar/filter.ts'
import { Choice, CollapsedField } from '../sidebar/RoomFilters.tsx'
import { RoomList } from '../sidebar/RoomList.tsx'
import type { RowProps } from '../sidebar/RoomRow.tsx'
import { useOrderLock } from '../sidebar/use-order-lock.ts'
import { useRooms } from '../sidebar/use-rooms.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { chipQuery, type RoomChip, RoomChips } from './RoomChips.tsx'
import classes from './RoomsColumn.module.css'

const debounceMs = 250
const polling = { delayMs: 0, shouldPoll: () => !isConnected.read() }
const searchId = 'message-search'

type Props = {
  patientId: number
  heading: 'h1' | 'h2'
  messageUrl: (patient_id: number, message_id: number) => string
  /** Replaces navigation to the conversation's page. */
  onOpen?: (patient_id: number, message_id?: number) => void
  /** Extra content of the header. */
  tools?: ReactNode
}

/** Conversations of the patients whom the signed-in person may see, the longest waiting first. The search finds people, messages and notes. */
export function RoomsColumn({ patientId, heading: Heading, messageUrl, onOpen, tools }: Props) {
  const { t } = useTranslation(['message_room', 'message'])
  const canSearchByDoctor = useAppSelector(selectMe)?.role === 'nurse'
  const [filter, setFilter] = useState<Filter>(noFilter)
  const [chip, setChip] = useState<RoomChip>('all')
  const name = useDebounced(filter.name, debounceMs)
  const doctor = useDebounced(filter.doctor, debounceMs)
  const query = queryOf({ ...filter, name, doctor: canSearchByDoctor ? doctor : '' })
  const box = useRef<HTMLDivElement>(null)
  const orderLock = useOrderLock(box)
  const list = useRooms({ ...query, ...chipQuery[chip] }, true, orderLock.isLocked, polling)
  const Row = useMemo(() => (onOpen ? (row: RowProps) => <ConversationRow {...row} onOpen={onOpen} /> : ConversationRow), [onOpen])
  const change = (part: Partial<Filter>) => setFilter((now) => ({ ...now, ...part }))
  const reset = () => {
    setFilter(noFilter)
    setChip('all')
  }
  useKeys([{ key: '/', label: t('message_room:list.search'), run: () => document.getElementById(searchId)?.focus() }])
  const isSearching = isMessageQuery(name)
  const Group = Heading === 'h1' ? 'h2' : 'h3'
  const hasHits = list.rooms.length > 0
  const hasFilter = hasChoice(filter) || filter.doctor.trim() !== ''
  const rooms = (
    <RoomList
      list={list}
      patientId={patientId}
      filtered={hasFilter || name !== ''}
      onReset={reset}
      box={box}
      Row={Row}
      empty={<Empty title={t(`message_room:list.empty.${chip}`)} />}
    />
  )
  return (
    <section className={classes.column} aria-label={t('message_room:list.label')}>
      <header className={classes.head}>
        <div className={classes.titleRow}>
          <Heading className={classes.title}>{t('message_room:page.title')}</Heading>
          <div className={classes.tools}>
            <RoomsFilter filter={filter} isActive={hasFilter} canSearchByDoctor={canSearchByDoctor} onChange={change} />
            {tools}
          </div>
        </div>
        <SearchInput id={searchId} label={t('message_room:list.search')} value={filter.name} onChange={(text) => change({ name: text })} />
        {isSearching ? null : <RoomChips value={chip} onChange={setChip} query={query} />}
      </header>
      {isSearching ? (
        <div className={classes.found}>
          {hasHits ? (
            <>
              <Group className={classes.group}>{t('message_room:search.people')}</Group>
              <div className={classes.people}>{rooms}</div>
            </>
          ) : null}
          <Group className={classes.group}>{t('message_room:search.messages')}</Group>
          <MessageHits q={name} to={messageUrl} onOpen={onOpen} />
        </div>
      ) : (
        rooms
      )}
    </section>
  )
}

type RoomsFilterProps = { filter: Filter; isActive: boolean; canSearchByDoctor: boolean; onChange: (part: Partial<Filter>) => void }

function RoomsFilter({ filter, isActive, canSearchByDoctor, onChange }: RoomsFilterProps) {
  const { t } = useTranslation('message')
  const [isExpanded, setExpanded] = useState(false)
  return (
    <CollapsedField
      field="choice"
      expanded={isExpanded ? 'choice' : null}
      onExpand={(field) => setExpanded(field !== null)}
      label={t(isActive ? 'sidebar.filterOn' : 'sidebar.filter')}
      icon={<IconAdjustmentsHorizontal aria-hidden />}
      active={isActive}
    >
      <Choice filter={filter} onChange={onChange} />
      {canSearchByDoctor ? (
        <SearchInput
          icon={<IconStethoscope aria-hidden />}
          label={t('sidebar.doctorSearch')}
          value={filter.doctor}
          onChange={(text) => onChange({ doctor: text })}
        />
      ) : null}
    </CollapsedField>
  )
}
