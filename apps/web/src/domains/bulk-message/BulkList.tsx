import { fullName } from '@sukoyaka/rules/person'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useListBulkMessagesQuery } from './api.ts'
import classes from './Bulk.module.css'

/** All bulk messages, newest first. */
export function BulkList({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const [page, setPage] = useState(1)
  const query = useListBulkMessagesQuery({ page })
  const { currentData } = query
  return (
    <QueryCard title={t('list.title')} query={query} error={t('list.error')} empty={t('list.empty')}>
      {({ items }) => (
        <>
          <ul className={classes.list}>
            {items.map(({ id, body, sender, state, created_at, total_count, failed_count }) => {
              const day = formatDate(created_at, language, { time: true })
              return (
                <li key={id} className={classes.row}>
                  <button type="button" className={clsx(classes.words, classes.open)} onClick={() => onOpen(id)}>
                    <span className={classes.begin} lang="ja">
                      {body.replace(/\s+/g, ' ')}
                    </span>
                    <span className={classes.hint}>
                      {t('list.by', { name: fullName(sender, language), day })} {t('count.people', { count: total_count })}
                    </span>
                  </button>
                  <Badge tone={failed_count ? 'danger' : state === 'done' ? 'neutral' : 'outline'}>
                    {failed_count ? `${t('recipient.failed')} ${failed_count}` : t(`state.${state}`)}
                  </Badge>
                </li>
              )
            })}
          </ul>
          {currentData && (page > 1 || currentData.next_page) ? (
            <div className={classes.bar}>
              <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('list.newer')}
              </Button>
              <Button size="small" disabled={!currentData.next_page} onClick={() => setPage(page + 1)}>
                {t('list.older')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryCard>
  )
}
