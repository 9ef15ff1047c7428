import type { PolicyKind } from '@sukoyaka/wire/people/account'
import { agreeToPrivacyPolicy, agreeToUsagePolicy } from '@sukoyaka/wire/people/policy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../api/call-endpoint.ts'
import { policiesChecked } from '../../api/session.ts'
import { useAppDispatch } from '../../api/store.ts'
import { AuthFrame, leadClass } from '../../domains/account/AuthFrame.tsx'
import { Banner } from '../../domains/account/Banner.tsx'
import { SignOutButton } from '../../domains/account/sign-out/SignOutButton.tsx'
import { loadPolicies } from '../../domains/policy/load-policies.ts'
import { type Policies, PolicyText } from '../../domains/policy/PolicyText.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Shown instead of the requested page until the person agrees to the new versions of these policies. */
export function PolicyUpdatePage({ kinds }: { kinds: readonly PolicyKind[] }) {
  const { t, i18n } = useTranslation(['registration', 'common'])
  usePageTitle(t('policy.title'))
  const dispatch = useAppDispatch()
  const [policies, setPolicies] = useState<Policies>()
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [isOutdated, setOutdated] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and another language load again
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const loaded = await dispatch(loadPolicies(kinds))
      if (!isCurrent) return
      if (loaded.failure) setFailed(true)
      else if (Object.keys(loaded.policies).length) setPolicies(loaded.policies)
      else dispatch(policiesChecked([]))
    }
    setFailed(false)
    void load()
    return () => {
      isCurrent = false
    }
  }, [kinds, attempt, i18n.language, dispatch])
  const loadAgain = () => setAttempt(attempt + 1)
  if (policies && !isFailed) {
    const handleOutdated = () => {
      setOutdated(true)
      loadAgain()
    }
    const versions = Object.values(policies).map(({ id }) => id)
    return (
      <AgreementForm key={versions.join()} policies={policies} onOutdated={handleOutdated}>
        {isOutdated ? <Banner kind="info">{t('policy.outdated')}</Banner> : null}
      </AgreementForm>
    )
  }
  return (
    <AuthFrame onSubmit={loadAgain}>
      <h1 aria-busy={!isFailed}>{t('policy.title')}</h1>
      {isFailed ? (
        <>
          <Banner>{t('policy.failed')}</Banner>
          <Button type="submit" kind="primary" size="large" block>
            {t('common:action.retry')}
          </Button>
        </>
      ) : null}
      <SignOutButton kind="ghost" block />
    </AuthFrame>
  )
}

type FormProps = { policies: Policies; onOutdated: () => void; children: ReactNode }

function AgreementForm({ policies, onOutdated, children }: FormProps) {
  const { t } = useTranslation('registration')
  const dispatch = useAppDispatch()
  const heading = useRef<HTMLDivElement>(null)
  const { privacy_policy: privacy, usage_policy: usage } = policies
  const initial = { privacy_policy: false, usage_policy: false }
  const form = useForm(undefined, initial, {
    check: (values) => ({
      privacy_policy: privacy && !values.privacy_policy && t('policy.required'),
      usage_policy: usage && !values.usage_policy && t('policy.required'),
    }),
    // agreeing again keeps the first agreement, so a retry after a partial failure sends both
    send: async () => {
      const replies = await Promise.all([
        privacy && dispatch(callEndpoint(agreeToPrivacyPolicy, { privacy_policy_id: privacy.id })),
        usage && dispatch(callEndpoint(agreeToUsagePolicy, { usage_policy_id: usage.id })),
      ])
      return { error: replies.find((reply) => reply?.error)?.error }
    },
    onFailed: ({ code }) => {
      if (code === 'policy_outdated') onOutdated()
    },
    onSaved: () => dispatch(policiesChecked([])),
  })
  return (
    <AuthFrame onSubmit={() => form.submit(heading.current?.closest('form') ?? undefined)}>
      <div ref={heading}>
        <h1>{t('policy.title')}</h1>
        <p className={leadClass}>{t('policy.lead')}</p>
      </div>
      {children}
      {form.failure ? <Banner takesFocus>{form.failure}</Banner> : null}
      {privacy ? <PolicyText kind="privacy_policy" policy={privacy} {...form.checkbox('privacy_policy')} /> : null}
      {usage ? <PolicyText kind="usage_policy" policy={usage} {...form.checkbox('usage_policy')} /> : null}
      <Button type="submit" kind="primary" size="large" block loading={form.isSending}>
        {t('policy.submit')}
      </Button>
      <SignOutButton kind="ghost" block />
    </AuthFrame>
  )
}
