import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { CannedReplyList } from './CannedReplyList.tsx'

/** Settings card for canned replies. */
export function CannedRepliesCard() {
  const { t } = useTranslation('canned_reply')
  return (
    <Card title={t('kept')}>
      <CannedReplyList />
    </Card>
  )
}
