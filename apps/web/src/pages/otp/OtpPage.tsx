import { IconArrowLeft } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { CodeInput } from '../../domains/account/CodeInput.tsx'
import { clockTime, maskEmail } from '../../domains/account/otp.ts'
import { type Pending, readPending, setPending } from '../../domains/account/pending.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './OtpPage.module.css'
import { useCode } from './use-code.ts'

/** Second sign-in step. Without a first step in this document, such as after a reload, it redirects to the sign-in page. */
export function OtpPage() {
  const { state } = useLocation()
  const pending = readPending()
  return pending ? <OtpForm initial={pending} /> : <Navigate to="/sign_in" replace state={state} />
}

function OtpForm({ initial }: { initial: Pending }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  usePageTitle(t('otp.title'))
  const { state } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const { form, notice, type, resend, isResending, secondsLeft } = useCode(initial, field)
  const { otp } = form.values
  const [before, after] = t('otp.sent', { email: '\n' }).split('\n')
  return (
    <AuthFrame onSubmit={() => form.submit()}>
      <Link className={classes.back} to="/sign_in" state={state} onClick={() => setPending(undefined)}>
        <IconArrowLeft aria-hidden />
        {t('otp.back')}
      </Link>
      <div>
        <h1>{t('otp.title')}</h1>
        <p className={leadClass}>
          {before}
          <b>{maskEmail(initial.email)}</b>
          {after}
        </p>
      </div>
      {notice ? (
        <Banner key={notice.at} kind={notice.kind}>
          {notice.text ?? t(notice.kind === 'info' ? 'otp.resent' : 'otp.tryAgain')}
          {notice.tries_left ? `${language === 'ja' ? '' : ' '}${t('otp.triesLeft', { count: notice.tries_left })}` : ''}
        </Banner>
      ) : null}
      <div className={classes.code}>
        <CodeInput ref={field} label={t('otp.label')} hintId={hintId} value={otp} isInvalid={notice?.kind === 'error'} onChange={type} />
        <p id={hintId} className={classes.hint}>
          {t('otp.hint')}
        </p>
      </div>
      <Checkbox
        {...form.checkbox('trust_device')}
        label={
          <>
            {t('otp.trust')}
            <span className={classes.note}>{t('otp.trustNote')}</span>
          </>
        }
      />
      <Button type="submit" kind="primary" size="large" block disabled={otp.length < 6} loading={form.isSending}>
        {t('otp.submit')}
      </Button>
      <div className={classes.mail}>
        <p>{t('otp.spam')}</p>
        {secondsLeft > 0 ? (
          <p className={classes.time}>
            <span role="timer">{t('otp.resendIn', { time: clockTime(secondsLeft) })}</span>
            <span className={classes.note}>{t('otp.resendWhy')}</span>
          </p>
        ) : (
          <Button kind="ghost" size="small" loading={isResending} onClick={() => void resend()}>
            {t('otp.resend')}
          </Button>
        )}
      </div>
    </AuthFrame>
  )
}
