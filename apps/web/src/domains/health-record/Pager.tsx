import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import classes from './HealthRecordsCard.module.css'

type Props = { page: number; next_page: number | null; from: number; count: number; total: number; isOwn: boolean; onPage: (page: number) => void }

/** Says which of how many records are shown, and leads to the newer and the older ones; hidden if everything fits on one page. */
export function Pager({ page, next_page, from, count, total, isOwn, onPage }: Props) {
  const { t } = useTranslation('health_record')
  if (page === 1 && next_page === null) return null
  const size = isOwn ? 'large' : 'small'
  return (
    <footer className={classes.pager}>
      <span>{t('range', { from, to: from + count - 1, total })}</span>
      <nav aria-label={t('pages')}>
        <IconButton
          size={size}
          label={t('previous')}
          icon={<IconChevronLeft aria-hidden />}
          aria-disabled={page === 1}
          onClick={() => page > 1 && onPage(page - 1)}
        />
        <IconButton
          size={size}
          label={t('next')}
          icon={<IconChevronRight aria-hidden />}
          aria-disabled={next_page === null}
          onClick={() => next_page !== null && onPage(next_page)}
        />
      </nav>
    </footer>
  )
}
