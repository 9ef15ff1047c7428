import { resetPassword } from '@sukoyaka/wire/people/credentials'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/call-endpoint.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { PasswordField } from '../../domains/account/PasswordField.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Sets a new password with the token of the mailed link. */
export function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation(['registration', 'profile'])
  usePageTitle(t('reset.newTitle'))
  const [isDone, setDone] = useState(false)
  const [isLinkInvalid, setLinkInvalid] = useState(false)
  const [reset] = useCall(resetPassword)
  const form = useForm(
    undefined,
    { password: '' },
    {
      check: ({ password }) => ({ password: password === '' && t('profile:required') }),
      send: ({ password }) => reset({ token, password }),
      onFailed: ({ code }) => setLinkInvalid(code === 'reset_invalid'),
      onSaved: () => setDone(true),
    },
  )
  if (isDone)
    return (
      <AuthFrame onSubmit={() => {}}>
        <div role="status">
          <h1>{t('reset.doneTitle')}</h1>
          <p className={leadClass}>{t('reset.done')}</p>
        </div>
        <ButtonLink to="/sign_in" kind="primary" size="large" block>
          {t('reset.signIn')}
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame onSubmit={form.submit}>
      <div>
        <h1>{t('reset.newTitle')}</h1>
        <p className={leadClass}>{t('reset.newLead')}</p>
      </div>
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      <PasswordField label={t('password')} name="new-password" autoComplete="new-password" hint={t('reset.passwordHint')} {...form.field('password')} />
      <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
        {t('reset.save')}
      </Button>
      <ButtonLink to={isLinkInvalid ? '/reset_password' : '/sign_in'} kind="ghost" block>
        {t(isLinkInvalid ? 'reset.ask' : 'toSignIn')}
      </ButtonLink>
    </AuthFrame>
  )
}
