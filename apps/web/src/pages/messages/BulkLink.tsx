import { IconMailForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'

/** Link to bulk messages; requires `bulk_messages.write`. */
export function BulkLink() {
  const { t } = useTranslation('message_room')
  const navigate = useNavigate()
  if (!usePermission('bulk_messages.write')) return null
  return <IconButton label={t('page.bulk')} icon={<IconMailForward aria-hidden />} onClick={() => void navigate('/messages/bulk')} />
}
