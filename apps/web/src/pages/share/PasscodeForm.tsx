import { openSharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/call-endpoint.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { CodeInput } from '../../domains/account/CodeInput.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './Visit.module.css'

type Notice = { at: number; text: string }

type Props = { token: string; hasEnded: boolean; isReading: boolean; onOpened: () => void }

/**
 * Asks for the passcode of a share. The form looks the same for a link without a share: only a sent passcode shows whether there is a share. `isReading`: the
 * record is being read with the passcode that was sent.
 */
export function PasscodeForm({ token, hasEnded, isReading, onOpened }: Props) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [passcode, setPasscode] = useState('')
  const [notice, setNotice] = useState<Notice>()
  const [open, isOpening] = useCall(openSharedRecord)
  const submit = async () => {
    if (passcode.length < 6 || isOpening || isReading) return
    const { error } = await open({ token, passcode })
    if (!error) return onOpened()
    const left = error.tries_left ? `${language === 'ja' ? '' : ' '}${t('visit.triesLeft', { count: error.tries_left })}` : ''
    setNotice((last) => ({ at: (last?.at ?? 0) + 1, text: error.error + left }))
    setPasscode('')
    field.current?.focus()
  }
  return (
    <AuthFrame onSubmit={() => void submit()}>
      <div>
        <h1>{t('visit.title')}</h1>
        <p className={leadClass}>{t('visit.lead')}</p>
      </div>
      {hasEnded && !notice ? <Banner kind="info">{t('visit.ended')}</Banner> : null}
      {notice ? <Banner key={notice.at}>{notice.text}</Banner> : null}
      <div>
        <CodeInput ref={field} label={t('visit.code')} hintId={hintId} value={passcode} isInvalid={notice !== undefined} onChange={setPasscode} />
        <p id={hintId} className={classes.hint}>
          {t('visit.hint')}
        </p>
      </div>
      <Button type="submit" kind="primary" size="large" block disabled={passcode.length < 6} loading={isOpening || isReading}>
        {t('visit.open')}
      </Button>
      <p className={classes.hint}>{t('visit.told')}</p>
    </AuthFrame>
  )
}
