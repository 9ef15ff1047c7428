import { openActivation } from '@sukoyaka/wire/people/registration'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCall } from '../../api/call-endpoint.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { codeDigits } from '../../domains/account/otp.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** For people who cannot open the link of their invitation: its six-digit code leads to the same registration. */
export function ActivationCode() {
  const { t } = useTranslation('registration')
  usePageTitle(t('code.title'))
  const navigate = useNavigate()
  const [open] = useCall(openActivation)
  const form = useForm(
    undefined,
    { email: '', otp: '' },
    {
      check: ({ email, otp }) => ({
        email: !looksLikeEmail(normalizeEmail(email)) && t('reset.emailInvalid'),
        otp: codeDigits(otp).length < 6 && t('code.otpInvalid'),
      }),
      send: ({ email, otp }) => open({ email: normalizeEmail(email), otp: codeDigits(otp) }),
      onSaved: ({ token }) => void navigate(`/activate/${token}`, { replace: true }),
    },
  )
  return (
    <AuthFrame onSubmit={form.submit}>
      <div>
        <h1>{t('code.title')}</h1>
        <p className={leadClass}>{t('code.lead')}</p>
      </div>
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      <TextInput
        label={t('code.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...form.field('email')}
      />
      <TextInput label={t('code.otp')} name="otp" autoComplete="one-time-code" inputMode="numeric" {...form.field('otp')} />
      <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
        {t('code.submit')}
      </Button>
      <ButtonLink to="/sign_in" kind="ghost" block>
        {t('toSignIn')}
      </ButtonLink>
    </AuthFrame>
  )
}
