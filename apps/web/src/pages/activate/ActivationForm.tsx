import { policyKinds } from '@sukoyaka/wire/people/account'
import { type Activation, activate } from '@sukoyaka/wire/people/registration'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useCall } from '../../api/call-endpoint.ts'
import { useAppDispatch } from '../../api/store.ts'
import { AuthFrame } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { startSession } from '../../domains/account/start-session.ts'
import { useForgetOnLeave } from '../../domains/account/use-forget-on-leave.ts'
import type { Policies } from '../../domains/policy/PolicyText.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import classes from './Activation.module.css'
import { AddressStep, PasswordStep, PoliciesStep, ProfileStep } from './steps.tsx'
import { initialValues, inputOf, problemsOf, type Step, stepOf, steps, type Values } from './values.ts'

/** `onOutdated`: loads the policies again, because a new version took effect meanwhile. */
type Props = { token: string; activation: Activation; policies: Policies; onOutdated: () => void }

type Place = { step: Step; before?: Step }

/** The step is part of the history, so that “Back” of the browser leads to the step before. */
const useStep = () => {
  const { state, key, ...location } = useLocation()
  const navigate = useNavigate()
  const { step, before } = (state as Place | null) ?? { step: 'password', before: undefined }
  const goTo = (next: Step, replace = false) => void navigate(location, { replace, state: { step: next, ...(!replace && { before: step }) } satisfies Place })
  const goBackTo = (next: Step) => (next === before ? void navigate(-1) : goTo(next))
  return { step, key, goTo, goBackTo }
}

/** A new step moves the focus to its heading. */
const useHeading = (step: Step) => {
  const heading = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step
  useEffect(() => {
    if (isShown.current) heading.current?.focus()
    isShown.current = true
  }, [step])
  return heading
}

/** What each problem is called. */
const useProblemTexts = () => {
  const { t } = useTranslation(['registration', 'profile', 'errors'])
  return {
    required: t('profile:required'),
    kanaInvalid: t('profile:kanaInvalid'),
    birthdayInvalid: t('profile:birthdayInvalid'),
    birthdayImpossible: t('profile:birthdayImpossible'),
    zipInvalid: t('profile:zipInvalid'),
    agree: t('policy.required'),
    password_short: t('errors:field.password_short'),
    password_short_staff: t('errors:field.password_short_staff'),
    password_guessable: t('errors:field.password_guessable'),
  }
}

/** Four steps. The last one sends the input of all steps in one call, so that either everything is registered or nothing. */
export function ActivationForm({ token, activation, policies, onOutdated }: Props) {
  const { t } = useTranslation('registration')
  const dispatch = useAppDispatch()
  // the input stays in memory until it is sent, because a change of the language mounts the page again
  useForgetOnLeave(`activate/${token}`)
  const [send] = useCall(activate)
  const kinds = policyKinds.filter((kind) => policies[kind])
  const problemsIn = (step: Step, values: Values) => problemsOf(step, values, activation, kinds)
  const { step, key, goTo, goBackTo } = useStep()
  const at = steps.indexOf(step)
  const isLast = at === steps.length - 1
  /** The first of the earlier steps with a problem. */
  const openStep = (before: Step, values: Values) => steps.slice(0, steps.indexOf(before)).find((each) => Object.values(problemsIn(each, values)).some(Boolean))
  const texts = useProblemTexts()
  const form = useForm(`activate/${token}`, initialValues(activation), {
    check: (values) => Object.fromEntries(Object.entries(problemsIn(step, values)).map(([name, problem]) => [name, problem && texts[problem]])),
    send: (values) =>
      send({
        token,
        ...inputOf(values),
        ...(policies.privacy_policy && { privacy_policy_id: policies.privacy_policy.id }),
        ...(policies.usage_policy && { usage_policy_id: policies.usage_policy.id }),
      }),
    onFailed: ({ code, fields }) => {
      if (code === 'policy_outdated') {
        form.put({ privacy_policy: false, usage_policy: false })
        onOutdated()
      }
      const [field] = Object.keys(fields ?? {})
      if (field) goTo(stepOf(field))
    },
    onSaved: (session) => dispatch(startSession(session)),
  })
  const missing = openStep(step, form.values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened at a step, for example by a reload, which loses the input; not while typing
  useEffect(() => {
    if (missing) goTo(missing, true)
  }, [key])
  const heading = useHeading(step)
  const proceed = () => {
    const box = heading.current?.closest('form') ?? undefined
    if (isLast) return form.submit(box)
    if (!form.validate(box)) return
    const next = steps[at + 1]!
    // a corrected name may make the password guessable, which its step then says
    const open = openStep(next, form.values)
    if (!open) form.hideErrors()
    goTo(open ?? next)
  }
  const props = { form, activation, policies }
  return (
    <AuthFrame onSubmit={proceed}>
      <div ref={heading} tabIndex={-1} className={classes.progress}>
        <div className={classes.bars} aria-hidden="true">
          {steps.map((name, index) => (
            <span key={name} className={index <= at ? classes.reached : undefined} />
          ))}
        </div>
        <p>{t('step', { step: at + 1, of: steps.length })}</p>
      </div>
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      {step === 'password' ? <PasswordStep {...props} /> : null}
      {step === 'profile' ? <ProfileStep {...props} /> : null}
      {step === 'address' ? <AddressStep {...props} /> : null}
      {step === 'policies' ? <PoliciesStep {...props} /> : null}
      <div className={classes.buttons}>
        {at > 0 ? (
          <Button kind="ghost" size="large" onClick={() => goBackTo(steps[at - 1]!)}>
            {t('back')}
          </Button>
        ) : null}
        <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
          {t(isLast ? 'activate.submit' : 'next')}
        </Button>
      </div>
    </AuthFrame>
  )
}
