import { requestPasswordReset } from '@sukoyaka/wire/people/credentials'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useCall } from '../../api/call-endpoint.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { NewPassword } from './NewPassword.tsx'

export function ResetPasswordPage() {
  const { token } = useParams()
  return token ? <NewPassword token={token} /> : <ResetRequest />
}

/** Asks for the mail with the link. The answer is the same whether or not the address has an account. */
function ResetRequest() {
  const { t } = useTranslation('registration')
  usePageTitle(t('reset.title'))
  const [sentTo, setSentTo] = useState<string>()
  const [request] = useCall(requestPasswordReset)
  const form = useForm(
    undefined,
    { email: '' },
    {
      check: ({ email }) => ({ email: !looksLikeEmail(normalizeEmail(email)) && t('reset.emailInvalid') }),
      send: ({ email }) => request({ email: normalizeEmail(email) }),
      onSaved: (_, { email }) => setSentTo(normalizeEmail(email)),
    },
  )
  if (sentTo)
    return (
      <AuthFrame onSubmit={() => setSentTo(undefined)}>
        <div role="status">
          <h1>{t('reset.sentTitle')}</h1>
          <p className={leadClass}>{t('reset.sent', { email: sentTo })}</p>
          <p className={leadClass}>{t('reset.spam')}</p>
        </div>
        <Button type="submit" block>
          {t('reset.again')}
        </Button>
        <ButtonLink to="/sign_in" kind="ghost" block>
          {t('toSignIn')}
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame onSubmit={form.submit}>
      <div>
        <h1>{t('reset.title')}</h1>
        <p className={leadClass}>{t('reset.lead')}</p>
      </div>
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      <TextInput
        label={t('reset.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...form.field('email')}
      />
      <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
        {t('reset.submit')}
      </Button>
      <ButtonLink to="/sign_in" kind="ghost" block>
        {t('toSignIn')}
      </ButtonLink>
    </AuthFrame>
  )
}
