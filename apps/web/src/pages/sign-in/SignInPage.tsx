import { signInV2 } from '@sukoyaka/wire/people/account'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { useCall } from '../../api/call-endpoint.ts'
import { selectSession } from '../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../api/store.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { looksLikeEmail, normalizeEmail } from '../../domains/account/looks-like-email.ts'
import { setPending } from '../../domains/account/pending.ts'
import { isSession, startSession } from '../../domains/account/start-session.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import classes from './SignInPage.module.css'

export function SignInPage() {
  const { t } = useTranslation('account')
  usePageTitle(t('signIn.title'))
  const form = useSignInForm()
  const { email, password, fieldErrors } = form
  const [isShown, setShown] = useState(false)
  const { returnTo: back, hasSignOutFailed } = useAppSelector(selectSession)
  const emailError = fieldErrors.email && t(fieldErrors.email)
  const passwordError = fieldErrors.password && t(fieldErrors.password)
  return (
    <AuthFrame onSubmit={() => void form.submit()}>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className={leadClass}>{t('signIn.lead')}</p>
      </div>
      {back && !form.serverError ? <Banner kind="info">{t('signIn.ended')}</Banner> : null}
      {hasSignOutFailed && !form.serverError ? <Banner>{t('signOut.failed')}</Banner> : null}
      {form.serverError ? (
        <Banner key={form.serverError.at} takesFocus>
          {form.serverError.text ?? t('signIn.tryAgain')}
        </Banner>
      ) : null}
      <TextInput
        ref={form.emailField}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        value={email}
        onChange={(event) => form.setEmail(event.currentTarget.value)}
        error={emailError}
      />
      <TextInput
        ref={form.passwordField}
        label={t('signIn.password')}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        value={password}
        onChange={(event) => form.setPassword(event.currentTarget.value)}
        error={passwordError}
        right={
          <IconButton
            label={t(isShown ? 'signIn.hidePassword' : 'signIn.showPassword')}
            icon={isShown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
            onClick={() => setShown(!isShown)}
          />
        }
      />
      <Button type="submit" kind="primary" size="large" block loading={form.isLoading}>
        {t('signIn.submit')}
      </Button>
      <PasskeyButton onError={form.fail} />
      <div className={classes.links}>
        <Link to="/reset_password">{t('signIn.forgot')}</Link>
        <Link to="/activate">{t('signIn.invited')}</Link>
        <Link to="/invite_request">{t('signIn.notInvited')}</Link>
      </div>
    </AuthFrame>
  )
}

type FieldErrors = { email?: 'signIn.emailRequired' | 'signIn.emailInvalid'; password?: 'signIn.passwordRequired' }

const validate = (email: string, password: string): FieldErrors => ({
  email: email === '' ? 'signIn.emailRequired' : looksLikeEmail(email) ? undefined : 'signIn.emailInvalid',
  password: password === '' ? 'signIn.passwordRequired' : undefined,
})

function useSignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [serverError, setServerError] = useState<{ at: number; text?: string }>()
  const [signIn, isLoading] = useCall(signInV2)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { state } = useLocation()

  const submit = async () => {
    if (isLoading) return
    const normalizedEmail = normalizeEmail(email)
    const errors = validate(normalizedEmail, password)
    setFieldErrors(errors)
    if (errors.email) return emailField.current?.focus()
    if (errors.password) return passwordField.current?.focus()
    setServerError(undefined)
    const { data, error } = await signIn({ email: normalizedEmail, password })
    if (error) {
      const { status, error: text } = error
      return setServerError({ at: Date.now(), text: status === 401 || status === 429 ? text : undefined })
    }
    if (!data) return
    if (isSession(data)) return dispatch(startSession(data))
    setPending({ email: normalizedEmail, password, challenge: data })
    void navigate('/otp', { state })
  }
  const fail = (text: string | undefined) => setServerError({ at: Date.now(), text })
  return { email, setEmail, password, setPassword, fieldErrors, serverError, fail, submit, isLoading, emailField, passwordField }
}
