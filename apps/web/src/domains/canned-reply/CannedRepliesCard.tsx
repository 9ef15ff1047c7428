import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { CannedReplyList } from './CannedReplyList.tsx'

/** For the settings: replies kept ready. */
export function CannedRepliesCard() {
  const { t } = useTranslation('canned_reply')
  return (
    <Card title={t('kept')}>
      <CannedReplyList />
    </Card>
  )
}
