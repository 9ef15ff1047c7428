import { authOtp, signInV2 } from '@sukoyaka/wire/people/account'
import { type RefObject, useEffect, useState } from 'react'
import { useCall } from '../../api/call-endpoint.ts'
import type { CallError } from '../../api/call-error.ts'
import { useAppDispatch } from '../../api/store.ts'
import { countCode } from '../../domains/account/passkey/offer.ts'
import { type Pending, setPending } from '../../domains/account/pending.ts'
import { isSession, startSession } from '../../domains/account/start-session.ts'
import { useForm } from '../../ui/form/use-form.ts'

type Notice = { at: number; kind: 'error' | 'info'; text?: string; tries_left?: number }

/** Seconds in which the server refuses to send another code (429). Counted from the response, because the device clock may be wrong. */
const resendDelaySeconds = 30

function useCountdown(seconds: number) {
  const [until, setUntil] = useState(() => performance.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return { left, start: (from: number) => setUntil(performance.now() + from * 1000) }
}

const empty = { otp: '', trust_device: false }

/** Second sign-in step: `type` submits the code once it has six digits, `resend` requests a new one. */
export function useCode(start: Pending, field: RefObject<HTMLInputElement | null>) {
  const [pending, setPendingStep] = useState(start)
  const [notice, setNotice] = useState<Notice>()
  const [check] = useCall(authOtp)
  const [signIn, isResending] = useCall(signInV2)
  const countdown = useCountdown(resendDelaySeconds)
  const dispatch = useAppDispatch()

  const showError = ({ status, code: errorCode, error: text, tries_left }: CallError) => {
    setNotice({
      at: Date.now(),
      kind: 'error',
      text: errorCode && (status === 401 || status === 429 || errorCode === 'mail_unavailable') ? text : undefined,
      tries_left,
    })
    field.current?.focus()
  }
  const form = useForm(undefined, empty, {
    check: ({ otp }) => ({ otp: otp.length < 6 }),
    send: (values) => {
      setNotice(undefined)
      return check({ email: pending.email, challenge: pending.challenge.challenge, ...values })
    },
    onFailed: (error) => {
      // a rejected code is cleared; after a network failure the same code can be sent again
      if (error.status === 401) form.put({ otp: '' })
      showError(error)
    },
    onSaved: (session) => {
      countCode(session.id, Date.now())
      dispatch(startSession(session))
    },
  })
  const type = (otp: string) => {
    const isComplete = otp.length === 6 && otp !== form.values.otp
    form.put({ otp })
    if (isComplete) form.submit()
  }

  const resend = async () => {
    const { email, password, challenge } = pending
    const { data, error } = await signIn({ email, password, challenge: challenge.challenge })
    if (error) {
      showError(error)
      return countdown.start(error.retry_after ?? 0)
    }
    if (!data) return
    if (isSession(data)) return dispatch(startSession(data))
    const next = { email, password, challenge: data }
    setPendingStep(next)
    setPending(next)
    form.put({ otp: '' })
    setNotice({ at: Date.now(), kind: 'info' })
    countdown.start(resendDelaySeconds)
    field.current?.focus()
  }
  return { form, type, resend, notice, isResending, secondsLeft: countdown.left }
}
