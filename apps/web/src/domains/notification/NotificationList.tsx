import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonRows, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useCheckNotificationsMutation, useListNotificationsQuery } from './api.ts'
import { NotificationItem } from './NotificationItem.tsx'
import classes from './NotificationList.module.css'

const filters = ['unchecked', 'all'] as const

/** Notifications, the newest first. */
export function NotificationList() {
  const { t } = useTranslation('notification')
  const [filter, setFilter] = useState<(typeof filters)[number]>('unchecked')
  const [pages, setPages] = useState(1)
  const first = useListNotificationsQuery(filter === 'unchecked' ? { unchecked_only: true } : {})
  const [checkAll, { isLoading }] = useCheckNotificationsMutation()
  const isLate = useSkeleton(first.isFetching && first.currentData === undefined)
  const numbers = Array.from({ length: pages }, (_, at) => at + 1)
  const unseen = first.data?.unchecked_count ?? 0
  const markAllChecked = async () => {
    if ((await checkAll({})).error) toast.error(t('failed'))
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
      {first.isError && !first.currentData ? <ErrorState title={t('error')} onRetry={() => void first.refetch()} /> : null}
      {isLate ? <SkeletonRows count={5} /> : null}
      {first.currentData?.items.length === 0 ? <Empty title={t(filter === 'all' ? 'empty.all' : 'empty')} text={t('empty.text')} /> : null}
      {first.currentData?.items.length ? (
        <ul className={classes.list}>
          {numbers.map((page) => (
            <Rows
              key={`${filter} ${page}`}
              page={page}
              unchecked_only={filter === 'unchecked'}
              onMore={page === pages ? () => setPages(pages + 1) : undefined}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

type RowsProps = { page: number; unchecked_only: boolean; onMore: (() => void) | undefined }

function Rows({ page, unchecked_only, onMore }: RowsProps) {
  const { t } = useTranslation('notification')
  const { currentData } = useListNotificationsQuery({ ...(page > 1 && { page }), ...(unchecked_only && { unchecked_only }) })
  return (
    <>
      {currentData?.items.map((notification) => (
        <NotificationItem key={notification.id} notification={notification} />
      ))}
      {onMore && currentData?.next_page ? (
        <li className={classes.more}>
          <Button kind="neutral" onClick={onMore}>
            {t('more')}
          </Button>
        </li>
      ) : null}
    </>
  )
}
