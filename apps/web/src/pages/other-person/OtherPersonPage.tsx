import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../api/session.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { SignOutButton } from '../../domains/account/sign-out/SignOutButton.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** In place of an invitation or a password reset while somebody is signed in. After signing out, the page of the link appears. */
export function OtherPersonPage({ me }: { me: Me }) {
  const { t } = useTranslation(['registration', 'shell'])
  const language = useLanguage()
  usePageTitle(t('other.title'))
  return (
    <AuthFrame onSubmit={() => {}}>
      <div>
        <h1>{t('other.title')}</h1>
        <p className={leadClass}>{t('other.text', { name: fullName(me, language), email: me.email })}</p>
      </div>
      <SignOutButton kind="primary" size="large" block />
      <ButtonLink to="/" kind="ghost" block>
        {t('shell:error.home')}
      </ButtonLink>
    </AuthFrame>
  )
}
