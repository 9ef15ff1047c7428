import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { RecordAccess } from '@sukoyaka/wire/people/record-access'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { useHasChat } from '../message/use-has-chat.ts'
import { useListRecordAccessesQuery } from './api.ts'
import classes from './RecordAccesses.module.css'

const filters = ['all', 'team', 'others'] as const
type Filter = (typeof filters)[number]
const isShown = (filter: Filter, { is_care_team }: RecordAccess) => filter === 'all' || is_care_team === (filter === 'team')

/** Who else accessed the patient's own record, by day. */
export function RecordAccesses({ user_id }: { user_id: number }) {
  const { t } = useTranslation('record_access')
  const [filter, setFilter] = useState<Filter>('all')
  const query = useListRecordAccessesQuery({})
  const hasChat = useHasChat()
  return (
    <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={8} />}>
      {({ people, care_team }) => (
        <div className={classes.page}>
          <Card title={people ? t('summary', { count: people }) : t('summary.none')}>
            {people ? <p>{t('summary.text', { team: care_team, others: people - care_team })}</p> : null}
            <p className={classes.quiet}>{t('note')}</p>
          </Card>
          <div className={classes.filter}>
            <Segmented label={t('filter')} value={filter} onChange={setFilter} options={filters.map((value) => ({ value, label: t(`filter.${value}`) }))} />
          </div>
          <Accesses filter={filter} />
          <Card title={t('question.title')}>
            <p>{t(hasChat ? 'question.text' : 'question.call')}</p>
            <ButtonLink to={hasChat ? `/messages/${user_id}` : '/facilities'} kind="secondary" className={classes.ask}>
              {t(hasChat ? 'question.open' : 'question.facilities')}
            </ButtonLink>
          </Card>
        </div>
      )}
    </QueryView>
  )
}

/** The accesses before `before` (undefined: the latest ones); a button shows the accesses before these. */
function Accesses({ filter, before }: { filter: Filter; before?: string }) {
  const { t } = useTranslation('record_access')
  const language = useLanguage()
  const [hasMore, setHasMore] = useState(false)
  const query = useListRecordAccessesQuery(before === undefined ? {} : { before })
  const today = tokyoDay(new Date())
  return (
    <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={6} />}>
      {({ items, next_before }) => {
        const days = [
          ...Map.groupBy(
            items.filter((access) => isShown(filter, access)),
            ({ until }) => tokyoDay(until),
          ),
        ]
        return (
          <>
            {days.length || next_before || before ? null : <Empty title={t('none')} />}
            {days.map(([day, accesses]) => (
              <section key={day} className={classes.day} aria-label={formatDate(day, language, { weekday: true })}>
                <h2>
                  {day === today ? <span>{t('today')} </span> : null}
                  {formatDate(day, language, { weekday: true })}
                </h2>
                <ul>
                  {accesses.map((access) => (
                    <li key={access.id}>
                      <Access access={access} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {next_before === null ? null : hasMore ? (
              <Accesses filter={filter} before={next_before} />
            ) : (
              <Button className={classes.more} onClick={() => setHasMore(true)}>
                {t('more')}
              </Button>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

function Access({ access: { person, from, until, is_care_team, read, changed } }: { access: RecordAccess }) {
  const { t } = useTranslation(['record_access', 'shell'])
  const language = useLanguage()
  const words = (parts: RecordAccess['read']) => parts.map((part) => t(`record_access:part.${part}`)).join(listSeparator(language))
  const [start, end] = [formatTime(from), formatTime(until)]
  return (
    <div className={classes.access}>
      <Avatar person={person} size={44} />
      <div>
        <p className={classes.head}>
          <b lang="ja">{fullName(person, language)}</b>
          <time dateTime={until}>{start === end ? end : `${start}–${end}`}</time>
        </p>
        <p className={classes.quiet}>
          {[t(`shell:role.${person.role}`), is_care_team && t('record_access:filter.team')].filter(Boolean).join(separatorOf(language))}
        </p>
        {is_care_team ? null : (
          <Badge tone="outline" icon={<IconUsers size={14} aria-hidden />}>
            {t('record_access:filter.others')}
          </Badge>
        )}
        {read.length ? <p className={classes.parts}>{t('record_access:read', { parts: words(read) })}</p> : null}
        {changed.length ? <p className={classes.parts}>{t('record_access:changed', { parts: words(changed) })}</p> : null}
      </div>
    </div>
  )
}
