import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { pageSize } from '../../ui/loading/use-existing-page.ts'
import classes from './Tables.module.css'

type Props = { page: number; count: number; shownCount: number; isLast: boolean; onPage: (page: number) => void }

/** Pagination; hidden if everything fits on one page. */
export function Pager({ page, count, shownCount, isLast, onPage }: Props) {
  const { t } = useTranslation('results_import')
  if (page === 1 && isLast) return null
  const from = (page - 1) * pageSize + 1
  return (
    <footer className={classes.foot}>
      <span>{t('rows.range', { from, to: from + shownCount - 1, count })}</span>
      <nav aria-label={t('list.pages')}>
        <IconButton
          size="small"
          label={t('list.previous')}
          icon={<IconChevronLeft aria-hidden />}
          aria-disabled={page === 1}
          onClick={() => page > 1 && onPage(page - 1)}
        />
        <IconButton
          size="small"
          label={t('list.next')}
          icon={<IconChevronRight aria-hidden />}
          aria-disabled={isLast}
          onClick={() => !isLast && onPage(page + 1)}
        />
      </nav>
    </footer>
  )
}
