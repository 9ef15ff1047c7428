import { useTranslation } from 'react-i18next'
import { PageFoot } from '../../ui/layout/PageFoot.tsx'
import { pageSize } from '../../ui/loading/use-existing-page.ts'
import classes from './Tables.module.css'

type Props = { page: number; count: number; shownCount: number; isLast: boolean; onPage: (page: number) => void }

/** Pagination of imports and of their rows. */
export function Pager({ count, shownCount, ...paging }: Props) {
  const { t } = useTranslation('results_import')
  const from = (paging.page - 1) * pageSize + 1
  return (
    <PageFoot
      {...paging}
      className={classes.foot}
      range={t('rows.range', { from, to: from + shownCount - 1, count })}
      labels={{ pages: t('list.pages'), previous: t('list.previous'), next: t('list.next') }}
    />
  )
}
