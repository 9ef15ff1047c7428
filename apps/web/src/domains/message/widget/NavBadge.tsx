import { useTranslation } from 'react-i18next'
import { UnreadBadge } from '../../../ui/status/UnreadBadge.tsx'
import { useWaiting } from './use-waiting.ts'

export function NavBadge() {
  const { t } = useTranslation('common')
  const { isStaff, count } = useWaiting()
  return <UnreadBadge count={count} label={isStaff ? t('chat.waiting', { count }) : undefined} />
}
