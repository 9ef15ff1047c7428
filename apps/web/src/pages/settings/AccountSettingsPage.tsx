import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Sessions, TrustedDevices } from '../../domains/account/Browsers.tsx'
import { EmailForm, PasswordForm } from '../../domains/account/CredentialForms.tsx'
import { Passkeys } from '../../domains/account/passkey/Passkeys.tsx'
import { AppGrants } from '../../domains/connected-app/AppGrants.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './Settings.module.css'

export function AccountSettingsPage() {
  const { t } = useTranslation('account_settings')
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <h1 className={classes.head}>{t('title')}</h1>
      <div className={classes.cards}>
        <PasswordForm />
        <EmailForm />
        <Passkeys />
        <Sessions />
        <TrustedDevices />
        <AppGrants />
        <p>
          <Link to="/settings/line">{t('line')}</Link>
        </p>
      </div>
    </div>
  )
}
