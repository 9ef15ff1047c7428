import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { pageSize } from '../../ui/loading/use-existing-page.ts'
import { formatCount, useLabels } from './records/labels.ts'
import classes from './records/RecordsPage.module.css'

/** Says which rows of how many are shown, and has buttons for the previous and the next page. */
export function Pager({
  data,
  page,
  onPage,
}: {
  data: { items: readonly unknown[]; page: number; total_count: number }
  page: number
  onPage: (page: number) => void
}) {
  const { t } = useLabels()
  const { i18n } = useTranslation()
  const pages = Math.max(1, Math.ceil(data.total_count / pageSize))
  const from = (data.page - 1) * pageSize
  return (
    <footer className={classes.foot}>
      <span>{t('range', { from: from + 1, to: from + data.items.length, shown: formatCount(data.total_count, i18n.language) })}</span>
      <nav aria-label={t('pages')}>
        <IconButton size="small" label={t('previous')} icon={<IconChevronLeft aria-hidden />} disabled={page <= 1} onClick={() => onPage(page - 1)} />
        <span>
          <b>{page}</b> / {pages}
        </span>
        <IconButton size="small" label={t('next')} icon={<IconChevronRight aria-hidden />} disabled={page >= pages} onClick={() => onPage(page + 1)} />
      </nav>
    </footer>
  )
}
