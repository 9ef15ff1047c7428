import type { TodayScope, TodaySection } from '@sukoyaka/wire/boards/today'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { pollIntervalMs, useListTodaySectionQuery } from './api.ts'
import { Row, type ViewerActions } from './Row.tsx'
import classes from './Section.module.css'

type Props = { section: TodaySection; scope: TodayScope; reviewed: boolean } & ViewerActions

/** Paginated list of one section. */
export function SectionRows(props: Props) {
  const [pages, setPages] = useState([1])
  return (
    <>
      {pages.map((page) => (
        <Page key={page} {...props} page={page} onMore={page === pages.length ? () => setPages([...pages, page + 1]) : undefined} />
      ))}
    </>
  )
}

function Page({ section, scope, reviewed, page, onMore, ...actions }: Props & { page: number; onMore: (() => void) | undefined }) {
  const { t } = useTranslation('today')
  const query = useListTodaySectionQuery({ section, scope, page, ...(reviewed && { reviewed }) }, { pollingInterval: pollIntervalMs })
  return (
    <QueryView query={query} error={t('section.error')} skeleton={<SkeletonRows count={5} />}>
      {({ items, next_page }) => (
        <>
          <ul>
            {items.map((item) => (
              <Row key={`${item.patient.id}/${item.subject_id}`} item={item} {...actions} />
            ))}
          </ul>
          {onMore && next_page ? (
            <p className={classes.foot}>
              <Button kind="ghost" size="small" onClick={onMore}>
                {t('section.more')}
              </Button>
            </p>
          ) : null}
        </>
      )}
    </QueryView>
  )
}
