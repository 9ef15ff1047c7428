import { policyKinds } from '@sukoyaka/wire/people/account'
import { type Activation, getActivation } from '@sukoyaka/wire/people/registration'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { callEndpoint } from '../../api/call-endpoint.ts'
import type { CallError } from '../../api/call-error.ts'
import { useAppDispatch } from '../../api/store.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { loadPolicies } from '../../domains/policy/load-policies.ts'
import type { Policies } from '../../domains/policy/PolicyText.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import { ActivationCode } from './ActivationCode.tsx'
import { ActivationForm } from './ActivationForm.tsx'

type Loaded = { activation: Activation; policies: Policies }

export function ActivationPage() {
  const { token } = useParams()
  return token ? <Registration key={token} token={token} /> : <ActivationCode />
}

/** Registration by the link of an invitation. Opening the page does not use up the invitation. */
function Registration({ token }: { token: string }) {
  const { t, i18n } = useTranslation('registration')
  usePageTitle(t('activate.title'))
  const dispatch = useAppDispatch()
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<CallError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and another language load again
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const [invitation, { policies, failure: failed }] = await Promise.all([
        dispatch(callEndpoint(getActivation, { token })),
        dispatch(loadPolicies(policyKinds)),
      ])
      if (!isCurrent) return
      if (invitation.error || failed) return setFailure(invitation.error ?? failed)
      setLoaded({ activation: invitation.data, policies })
    }
    setFailure(undefined)
    void load()
    return () => {
      isCurrent = false
    }
  }, [token, attempt, i18n.language, dispatch])
  if (loaded) {
    const loadNewPolicies = async () => {
      const { policies, failure: failed } = await dispatch(loadPolicies(policyKinds))
      if (!failed) setLoaded((before) => before && { ...before, policies })
    }
    return <ActivationForm token={token} {...loaded} onOutdated={() => void loadNewPolicies()} />
  }
  const isInvalid = failure?.code === 'activation_invalid'
  return (
    <AuthFrame onSubmit={() => setAttempt(attempt + 1)}>
      {failure ? (
        <>
          <div role="alert">
            <h1>{t(isInvalid ? 'activate.invalid' : 'activate.title')}</h1>
            <p className={leadClass}>{isInvalid ? failure.error : t('tryAgain')}</p>
          </div>
          {isInvalid ? (
            <ButtonLink to="/activate" block>
              {t('activate.withCode')}
            </ButtonLink>
          ) : (
            <Button type="submit" block>
              {t('next')}
            </Button>
          )}
          <ButtonLink to="/sign_in" kind="ghost" block>
            {t('toSignIn')}
          </ButtonLink>
        </>
      ) : (
        <h1 aria-busy="true">{t('activate.title')}</h1>
      )}
    </AuthFrame>
  )
}
