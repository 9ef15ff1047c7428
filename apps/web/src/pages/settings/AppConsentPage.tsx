import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AppConsent, readRequest } from '../../domains/connected-app/AppConsent.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

/** Authorization page of SMART App Launch: an app requests permission to read the record. */
export function AppConsentPage() {
  const { t } = useTranslation('connected_app')
  usePageTitle(t('title'))
  const request = readRequest(useSearchParams()[0])
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('title')}</h1>
      {request ? <AppConsent request={request} onLeave={(url) => window.location.assign(url)} /> : <p role="alert">{t('incomplete')}</p>}
    </div>
  )
}
