import type { HealthRecord, HealthRecordCategory } from '@sukoyaka/wire/record/health-record'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermissionForOwnOrAllRecords } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { PageFoot } from '../../ui/layout/PageFoot.tsx'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { useListHealthRecordCategoriesQuery, useListHealthRecordsQuery } from './api.ts'
import classes from './HealthRecordsCard.module.css'
import { RecordDialogs } from './RecordDialogs.tsx'
import { valueText } from './words.ts'

/** Records shown at first, and at most on a page; the list has further pages only if it has more than `max`. */
const [few, max] = [6, 200]

/** A patient's own health records, newest first. */
export function HealthRecordsCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('health_record')
  const me = useAppSelector(selectMe)
  const [limit, setLimit] = useState(few)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<HealthRecord | 'new'>()
  const categories = useListHealthRecordCategoriesQuery({})
  const list = useExistingPage(withPreviousPage(useListHealthRecordsQuery({ user_id, limit, ...(page > 1 && { page }) })), page, setPage)
  const records = list.currentData
  const catalogue = categories.currentData?.items
  const isOwn = me?.role === 'patient'
  const mayWrite = usePermissionForOwnOrAllRecords('health_data.write')
  const add = (kind: 'ghost' | 'secondary') => (
    <Button kind={kind} size={isOwn ? 'medium' : 'small'} icon={<IconPlus aria-hidden />} onClick={() => setOpened('new')} disabled={!catalogue}>
      {t(isOwn ? 'add.mine' : 'add')}
    </Button>
  )
  return (
    <QueryCard
      title={t('title')}
      flush
      query={{ currentData: records && catalogue && { ...records, catalogue }, ...combineQueries(list, categories) }}
      error={t('error')}
      empty={<Empty title={t('empty')} text={mayWrite ? t('emptyText') : undefined} action={mayWrite ? add('secondary') : undefined} />}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={5} />
        </div>
      }
      count={({ total_count }) => total_count || undefined}
      action={(shown) => (mayWrite && shown?.items.length !== 0 ? add('ghost') : undefined)}
      more={
        <RecordDialogs
          user_id={user_id}
          // the opened record may have left the shown page
          opened={opened && opened !== 'new' ? (records?.items.find(({ id }) => id === opened.id) ?? opened) : opened}
          catalogue={catalogue}
          onClose={() => setOpened(undefined)}
        />
      }
    >
      {({ items, total_count, catalogue, page: shownPage, next_page }) => (
        <>
          <Rows records={items} catalogue={catalogue} onEdit={mayWrite ? setOpened : undefined} isOwn={isOwn} />
          {items.length < total_count && limit < max ? (
            <div className={classes.foot}>
              <Button kind="ghost" size="small" loading={list.isFetching} onClick={() => setLimit(Math.min(max, limit === few ? 25 : limit + 50))}>
                {t('more')}
              </Button>
            </div>
          ) : null}
          {limit === max ? (
            <PageFoot
              className={classes.pager}
              range={t('range', { from: (shownPage - 1) * max + 1, to: (shownPage - 1) * max + items.length, total: total_count })}
              labels={{ pages: t('pages'), previous: t('previous'), next: t('next') }}
              size={isOwn ? 'large' : 'small'}
              page={shownPage}
              isLast={next_page === null}
              onPage={setPage}
            />
          ) : null}
        </>
      )}
    </QueryCard>
  )
}

type RowsProps = { records: readonly HealthRecord[]; catalogue: readonly HealthRecordCategory[]; onEdit?: (record: HealthRecord) => void; isOwn: boolean }

function Rows({ records, catalogue, onEdit, isOwn }: RowsProps) {
  const { t } = useTranslation(['health_record', 'ui'])
  const language = useLanguage()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('category')}</th>
          <th scope="col">{t('what')}</th>
          {onEdit ? <td /> : null}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const category = catalogue.find(({ id }) => id === record.category_id)
          const value = category ? valueText(record, category, language) : ''
          const description = `${category?.display_name ?? record.category} ${formatDate(record.recorded_at, language, { time: true })}`
          return (
            <tr key={record.id}>
              <td className={classes.when}>{formatDate(record.recorded_at, language, { time: true })}</td>
              <th scope="row">{category?.display_name ?? record.category}</th>
              <td className={classes.what}>
                {value ? <span className={classes.value}>{value}</span> : null}
                {record.text ? (
                  <span className={classes.text} lang={language === 'ja' ? undefined : 'ja'}>
                    {record.text}
                  </span>
                ) : null}
                {record.updated_at > record.created_at ? (
                  <span className={classes.edited}>{t('edited', { when: formatDate(record.updated_at, language, { time: true }) })}</span>
                ) : null}
              </td>
              {onEdit ? (
                <td className={classes.action}>
                  <IconButton
                    size={isOwn ? 'large' : 'small'}
                    label={t('ui:record.edit', { what: description })}
                    icon={<IconPencil aria-hidden />}
                    onClick={() => onEdit(record)}
                  />
                </td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
