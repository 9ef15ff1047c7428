import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { SavedCardPanel } from '../../domains/payment/SavedCardPanel.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** The card that a patient pays with. */
export function PaymentSettingsPage() {
  const { t } = useTranslation('order')
  const me = useAppSelector(selectMe)
  usePageTitle(t('card.title'))
  if (me?.role !== 'patient') throw new PageError(404)
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('card.title')}</h1>
      <SavedCardPanel />
    </div>
  )
}
