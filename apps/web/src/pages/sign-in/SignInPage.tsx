import { signInV2 } from '@sukoyaka/wire/people/account'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { selectSession } from '../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../api/store.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { enter, isSession } from '../../domains/account/enter.ts'
import { setPending } from '../../domains/account/pending.ts'
import { Strip } from '../../domains/account/Strip.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { usePageTitle } from '../../ui/page/title.ts'

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

export function SignInPage() {
  const { t } = useTranslation('account')
  usePageTitle(t('signIn.title'))
  const form = useSignInForm()
  const { email, password, wrong } = form
  const [isShown, setShown] = useState(false)
  const { back } = useAppSelector(selectSession)
  const emailError = wrong.email && t(wrong.email)
  const passwordError = wrong.password && t(wrong.password)
  return (
    <AuthFrame onSubmit={() => void form.submit()}>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className={leadClass}>{t('signIn.lead')}</p>
      </div>
      {back && !form.refusal ? <Strip kind="info">{t('signIn.ended')}</Strip> : null}
      {form.refusal ? (
        <Strip key={form.refusal.at} takesFocus>
          {form.refusal.text ?? t('signIn.tryAgain')}
        </Strip>
      ) : null}
      <TextInput
        ref={form.emailField}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
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
      <Button type="submit" kind="pri" size="large" block loading={form.isLoading}>
        {t('signIn.submit')}
      </Button>
    </AuthFrame>
  )
}

type Wrong = { email?: 'signIn.emailRequired' | 'signIn.emailInvalid'; password?: 'signIn.passwordRequired' }

const check = (email: string, password: string): Wrong => ({
  email: email === '' ? 'signIn.emailRequired' : looksLikeEmail(email) ? undefined : 'signIn.emailInvalid',
  password: password === '' ? 'signIn.passwordRequired' : undefined,
})

function useSignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<{ at: number; text?: string }>()
  const [signIn, isLoading] = useAsk(signInV2)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { state } = useLocation()

  const submit = async () => {
    if (isLoading) return
    const typed = email.normalize('NFKC').trim()
    const found = check(typed, password)
    setWrong(found)
    if (found.email) return emailField.current?.focus()
    if (found.password) return passwordField.current?.focus()
    setRefusal(undefined)
    const { data, error } = await signIn({ email: typed, password })
    if (error) {
      const { status, error: text } = error
      return setRefusal({ at: Date.now(), text: status === 401 || status === 429 ? text : undefined })
    }
    if (!data) return
    if (isSession(data)) return dispatch(enter(data))
    setPending({ email: typed, password, challenge: data })
    void navigate('/otp', { state })
  }
  return { email, setEmail, password, setPassword, wrong, refusal, submit, isLoading, emailField, passwordField }
}
