import type { Challenge } from '@sukoyaka/wire/people/account'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../api/store.ts'
import { isOutcomeUnknown } from '../../api/unsent/outcome-unknown.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './CredentialForms.module.css'
import { looksLikeEmail, normalizeEmail } from './looks-like-email.ts'
import { codeDigits } from './otp.ts'
import { PasswordField } from './PasswordField.tsx'
import { useUpdateAuthInfoMutation } from './security-api.ts'
import { isSession, renewSession } from './start-session.ts'

/** Form for a new password. It also asks for the current password. */
export function PasswordForm() {
  const { t } = useTranslation('account_settings')
  const dispatch = useAppDispatch()
  const [update] = useUpdateAuthInfoMutation()
  const form = useForm(
    undefined,
    { old_password: '', password: '' },
    {
      check: ({ old_password, password }) => ({
        old_password: old_password === '' && t('password.required'),
        password: password === '' && t('password.required'),
      }),
      send: (values) => update(values),
      messages: { done: t('password.done') },
      onSaved: (data) => {
        if (isSession(data)) dispatch(renewSession(data))
        form.reset()
      },
      // the change ends this session too: the toast is still there when it asks to sign in
      onFailed: (error) => isOutcomeUnknown(error) && void toast.error(t('unknown.title'), { text: t('unknown.password') }),
    },
  )
  return (
    <Card title={t('password.title')}>
      <Form className={classes.form} onSubmit={form.submit}>
        <PasswordField label={t('password.old')} autoComplete="current-password" {...form.field('old_password')} />
        <PasswordField label={t('password.new')} autoComplete="new-password" {...form.field('password')} />
        <p className={classes.note}>{t('password.note')}</p>
        <FormFailure form={form} />
        <div>
          <Button type="submit" kind="primary" loading={form.isSending}>
            {t('password.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const empty = { old_password: '', email: '', otp: '' }

/** Form for a new e-mail address. The server mails a code to the new address; the person enters it to confirm the change. */
export function EmailForm() {
  const { t } = useTranslation('account_settings')
  const dispatch = useAppDispatch()
  const me = useAppSelector(selectMe)
  const [challenge, setChallenge] = useState<Challenge>()
  const [update] = useUpdateAuthInfoMutation()
  const form = useForm(undefined, empty, {
    check: ({ old_password, email, otp }) => ({
      old_password: old_password === '' && t('password.required'),
      email: !looksLikeEmail(normalizeEmail(email)) && t('email.invalid'),
      otp: challenge !== undefined && codeDigits(otp).length < 6 && t('email.codeInvalid'),
    }),
    send: ({ old_password, email, otp }) =>
      update({ old_password, email: normalizeEmail(email), ...(challenge && { challenge: challenge.challenge, otp: codeDigits(otp) }) }),
    messages: () => (challenge ? { done: t('email.done') } : {}),
    onSaved: (data) => {
      if (!isSession(data)) return setChallenge(data)
      setChallenge(undefined)
      dispatch(renewSession(data))
      form.reset()
    },
    onFailed: (error) => {
      if (challenge && isOutcomeUnknown(error)) toast.error(t('unknown.title'), { text: t('unknown.email') })
      // the form then asks for a new code
      if (error.code === 'otp_expired' || error.code === 'otp_used_up') {
        setChallenge(undefined)
        form.put({ otp: '' })
      }
    },
  })
  const cancel = () => {
    setChallenge(undefined)
    form.reset()
  }
  return (
    <Card title={t('email.title')}>
      <Form className={classes.form} onSubmit={form.submit}>
        <p>{t('email.now', { email: me?.email })}</p>
        <TextInput
          label={t('email.new')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={challenge !== undefined}
          {...form.field('email')}
        />
        <PasswordField label={t('password.old')} autoComplete="current-password" readOnly={challenge !== undefined} {...form.field('old_password')} />
        {challenge ? (
          <>
            <p role="status">{t('email.sent', { email: normalizeEmail(form.values.email) })}</p>
            <TextInput label={t('email.code')} autoComplete="one-time-code" inputMode="numeric" {...form.field('otp')} />
          </>
        ) : (
          <p className={classes.note}>{t('email.note')}</p>
        )}
        <FormFailure form={form} />
        <div className={classes.buttons}>
          <Button type="submit" kind="primary" loading={form.isSending}>
            {t(challenge ? 'email.confirm' : 'email.submit')}
          </Button>
          {challenge ? (
            <Button kind="ghost" onClick={cancel}>
              {t('email.cancel')}
            </Button>
          ) : null}
        </div>
      </Form>
    </Card>
  )
}
