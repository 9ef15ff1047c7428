import { useTranslation } from 'react-i18next'
import { UnreadBadge } from '../../ui/status/UnreadBadge.tsx'
import { useBadges } from './badges.ts'

/** Number of unchecked notifications; messages have a badge of their own. */
export function NotificationBadge() {
  const { t } = useTranslation('shell')
  const count = useBadges().notifications
  return <UnreadBadge count={count} label={t('nav.unchecked', { count })} />
}
