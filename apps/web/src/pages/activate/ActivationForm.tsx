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

type Props = { token: string; activation: Activation; policies: Policies }

/** The step is part of the history, so that “Back” of the browser leads to the step before. After a reload, which loses the input, it starts at the first. */
const useStep = (hasProblem: (step: Step, values: Values) => boolean) => {
  const { state, ...location } = useLocation()
  const navigate = useNavigate()
  const wanted = Math.max(0, steps.indexOf((state as { step?: Step } | null)?.step ?? 'password'))
  const stepFor = (values: Values) => steps.find((step, at) => at === wanted || hasProblem(step, values))!
  return { stepFor, goTo: (step: Step) => void navigate(location, { state: { step } }) }
}

/** Four steps. The last one sends the input of all steps in one call, so that either everything is registered or nothing. */
export function ActivationForm({ token, activation, policies }: Props) {
  const { t } = useTranslation(['registration', 'profile', 'errors'])
  const dispatch = useAppDispatch()
  // the input stays in memory until it is sent, because a change of the language mounts the page again
  useForgetOnLeave(`activate/${token}`)
  const [send] = useCall(activate)
  const kinds = policyKinds.filter((kind) => policies[kind])
  const problemsIn = (step: Step, values: Values) => problemsOf(step, values, activation, kinds)
  const { stepFor, goTo } = useStep((step, values) => Object.values(problemsIn(step, values)).some(Boolean))
  const texts = {
    required: t('profile:required'),
    kanaInvalid: t('profile:kanaInvalid'),
    birthdayInvalid: t('profile:birthdayInvalid'),
    birthdayImpossible: t('profile:birthdayImpossible'),
    zipInvalid: t('profile:zipInvalid'),
    agree: t('policy.required'),
    password_short: t('errors:field.password_short'),
    password_guessable: t('errors:field.password_guessable'),
  }
  const form = useForm(`activate/${token}`, initialValues(activation), {
    check: (values) => Object.fromEntries(Object.entries(problemsIn(stepFor(values), values)).map(([name, problem]) => [name, problem && texts[problem]])),
    send: (values) =>
      send({
        token,
        ...inputOf(values),
        ...(policies.privacy_policy && { privacy_policy_id: policies.privacy_policy.id }),
        ...(policies.usage_policy && { usage_policy_id: policies.usage_policy.id }),
      }),
    onFailed: ({ fields }) => {
      const [field] = Object.keys(fields ?? {})
      if (field) goTo(stepOf(field))
    },
    onSaved: (session) => dispatch(startSession(session)),
  })
  const step = stepFor(form.values)
  const at = steps.indexOf(step)
  const isLast = at === steps.length - 1
  const heading = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step moves the focus to its heading
  useEffect(() => {
    if (isShown.current) heading.current?.focus()
    isShown.current = true
  }, [step])
  const proceed = () => {
    const box = heading.current?.closest('form') ?? undefined
    if (isLast) return form.submit(box)
    if (!form.validate(box)) return
    form.hideErrors()
    goTo(steps[at + 1]!)
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
          <Button kind="ghost" size="large" onClick={() => goTo(steps[at - 1]!)}>
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
