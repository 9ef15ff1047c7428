import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useCheckNotificationsMutation, useListNotificationsQuery } from './api.ts'
import { NotificationItem } from './NotificationItem.tsx'
import classes from './NotificationList.module.css'

const filters = ['unchecked', 'all'] as const

/** Notifications, newest first, without new messages, which the conversations show. */
export function NotificationList() {
  const { t } = useTranslation('notification')
  const [filter, setFilter] = useState<(typeof filters)[number]>('unchecked')
  const [pages, setPages] = useState(1)
  const first = useListNotificationsQuery({ except_messages: true, ...(filter === 'unchecked' && { unchecked_only: true }) })
  const [checkAll, { isLoading }] = useCheckNotificationsMutation()
  const numbers = Array.from({ length: pages }, (_, at) => at + 1)
  const unseen = first.data?.unchecked_count ?? 0
  const newest = first.data?.items[0]?.updated_at
  const markAllChecked = async () => {
    // not those that came since and are not on the page yet
    if ((await checkAll({ except_messages: true, ...(newest && { until: newest }) })).error) toast.error(t('failed'))
  }
  return (
    <section className={classes.sheet} aria-label={t('title')} aria-busy={first.isFetching || undefined}>
      <div className={classes.bar}>
        <Segmented
          label={t('filter.label')}
          value={filter}
          onChange={(next) => {
            setFilter(next)
            setPages(1)
          }}
          options={filters.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
        <span className={classes.grow} />
        {unseen ? (
          <Button kind="ghost" size="small" icon={<IconChecks aria-hidden />} loading={isLoading} onClick={() => void markAllChecked()}>
            {t('checkAll')}
          </Button>
        ) : null}
      </div>
      <QueryView
        query={first}
        error={t('error')}
        empty={<Empty title={t(filter === 'all' ? 'empty.all' : 'empty')} text={t('empty.text')} />}
        skeleton={<SkeletonRows count={5} />}
      >
        {() =>
          numbers.map((page) => (
            <Page
              key={`${filter} ${page}`}
              page={page}
              unchecked_only={filter === 'unchecked'}
              onMore={page === pages ? () => setPages(pages + 1) : undefined}
            />
          ))
        }
      </QueryView>
    </section>
  )
}

type PageProps = { page: number; unchecked_only: boolean; onMore: (() => void) | undefined }

function Page({ page, unchecked_only, onMore }: PageProps) {
  const { t } = useTranslation('notification')
  const query = useListNotificationsQuery({ except_messages: true, ...(page > 1 && { page }), ...(unchecked_only && { unchecked_only }) })
  return (
    <div className={classes.page}>
      <QueryView query={query} error={t('error')} skeleton={<SkeletonRows count={5} />}>
        {({ items, next_page }) => (
          <>
            <ul className={classes.list}>
              {items.map((notification) => (
                <NotificationItem key={notification.id} notification={notification} />
              ))}
            </ul>
            {onMore && next_page ? (
              <div className={classes.more}>
                <Button kind="neutral" onClick={onMore}>
                  {t('more')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </div>
  )
}
