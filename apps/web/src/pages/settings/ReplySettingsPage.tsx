import { useTranslation } from 'react-i18next'
import { CannedRepliesCard } from '../../canned-reply/CannedRepliesCard.tsx'
import { PageError } from '../../kit/page-error.ts'
import { usePageTitle } from '../../kit/title.ts'
import { useMay } from '../../kit/use-may.ts'
import classes from './Settings.module.css'

/** Replies kept ready, one's own and those of all: for the care side. */
export function ReplySettingsPage() {
  const { t } = useTranslation('canned_reply')
  usePageTitle(t('title'))
  if (!useMay('coordination.read')) throw new PageError(404)
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('title')}</h1>
      <CannedRepliesCard />
    </div>
  )
}
