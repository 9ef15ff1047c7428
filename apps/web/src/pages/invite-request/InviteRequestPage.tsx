import { requestInvitation } from '@sukoyaka/wire/people/registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/call-endpoint.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { useForgetOnLeave } from '../../domains/account/use-forget-on-leave.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Asks for an invitation. The answer is the same whether or not the address has an account. */
export function InviteRequestPage() {
  const { t } = useTranslation('registration')
  usePageTitle(t('ask.title'))
  const [sentTo, setSentTo] = useState<string>()
  const [request] = useCall(requestInvitation)
  useForgetOnLeave('invite_request')
  const form = useForm(
    'invite_request',
    { name: '', email: '', phone_number: '', note: '' },
    {
      check: ({ name, email }) => ({
        name: name.trim() === '' && t('ask.nameMissing'),
        email: !looksLikeEmail(normalizeEmail(email)) && t('reset.emailInvalid'),
      }),
      send: ({ name, email, phone_number, note }) =>
        request({
          name: name.trim(),
          email: normalizeEmail(email),
          ...(phone_number.trim() && { phone_number: phone_number.trim() }),
          ...(note.trim() && { note: note.trim() }),
        }),
      onSaved: (_, { email }) => setSentTo(normalizeEmail(email)),
    },
  )
  const toSignIn = (
    <ButtonLink to="/sign_in" kind="ghost" block>
      {t('toSignIn')}
    </ButtonLink>
  )
  if (sentTo)
    return (
      <AuthFrame onSubmit={() => {}}>
        <div role="status">
          <h1>{t('ask.sentTitle')}</h1>
          <p className={leadClass}>{t('ask.sent', { email: sentTo })}</p>
        </div>
        {toSignIn}
      </AuthFrame>
    )
  return (
    <AuthFrame onSubmit={form.submit}>
      <div>
        <h1>{t('ask.title')}</h1>
        <p className={leadClass}>{t('ask.lead')}</p>
      </div>
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      <TextInput label={t('ask.name')} required autoComplete="name" {...form.field('name')} />
      <TextInput
        label={t('reset.email')}
        required
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        {...form.field('email')}
      />
      <TextInput label={t('ask.phone')} type="tel" autoComplete="tel" inputMode="tel" {...form.field('phone_number')} />
      <TextArea label={t('ask.note')} maxLength={1000} {...form.field('note')} />
      <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
        {t('ask.submit')}
      </Button>
      {toSignIn}
    </AuthFrame>
  )
}
