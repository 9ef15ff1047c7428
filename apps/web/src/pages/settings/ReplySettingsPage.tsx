import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { CannedRepliesCard } from '../../domains/canned-reply/CannedRepliesCard.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** Personal and shared canned replies; requires `coordination.read`. */
export function ReplySettingsPage() {
  const { t } = useTranslation('canned_reply')
  usePageTitle(t('title'))
  if (!usePermission('coordination.read')) throw new PageError(404)
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('title')}</h1>
      <CannedRepliesCard />
    </div>
  )
}
