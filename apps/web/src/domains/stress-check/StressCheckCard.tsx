import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useListJobStressChecksQuery } from './api.ts'
import classes from './StressResult.module.css'

/** Link to the stress check, for the person, and for staff if a result is shared. */
export function StressCheckCard({ user_id, isOwn = false }: { user_id: number; isOwn?: boolean }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const { currentData } = useListJobStressChecksQuery({ user_id, limit: 1 })
  const newest = currentData?.items[0]
  if (!currentData || (!isOwn && !newest)) return null
  return (
    <Card
      title={t('card.title')}
      action={
        <ButtonLink kind="ghost" size={isOwn ? 'medium' : 'small'} forward to={`/${user_id}/stress_check`}>
          {t('card.open')}
        </ButtonLink>
      }
    >
      <p className={classes.last}>
        {newest ? t('card.last', { day: formatDate(newest.answered_at, language) }) : t('card.none')}
        {newest && !isOwn ? <span>{t(newest.is_high_stress ? 'result.staffHigh' : 'result.staffNotHigh')}</span> : null}
        {newest?.interview_requested_at && !isOwn ? <Badge tone="warning">{t('request.badge')}</Badge> : null}
      </p>
    </Card>
  )
}
