import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAnswerAppRequestMutation, useDescribeAppRequestQuery } from './api.ts'
import classes from './ConnectedApp.module.css'
import { scopeTexts } from './scope-texts.ts'

export type AppRequest = { client_id: string; redirect_uri: string; scope: string; code_challenge: string; state: string | undefined }

/** OAuth request in the query parameters; undefined if it is incomplete, malformed or not an authorization code request with PKCE (S256). */
export const readRequest = (query: URLSearchParams): AppRequest | undefined => {
  const [client_id, redirect_uri, scope, code_challenge] = ['client_id', 'redirect_uri', 'scope', 'code_challenge'].map((name) => query.get(name) ?? '')
  const isSupported = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256'
  if (!isSupported || !client_id || !redirect_uri || !scope || !code_challenge || !URL.canParse(redirect_uri)) return undefined
  return { client_id, redirect_uri, scope, code_challenge, state: query.get('state') ?? undefined }
}

type Props = {
  request: AppRequest
  /** Navigates to the app's redirect URL. */
  onLeave: (url: string) => void
}

/** Names the app and what it may read; the person allows or declines. */
export function AppConsent({ request: { client_id, redirect_uri, scope, code_challenge, state }, onLeave }: Props) {
  const { t } = useTranslation('connected_app')
  const [answer] = useAnswerAppRequestMutation()
  const [isSending, setSending] = useState(false)
  const send = async (is_approved: boolean) => {
    setSending(true)
    const { data, error } = await answer({ client_id, redirect_uri, scope, code_challenge, is_approved, ...(state !== undefined && { state }) })
    if (data) return onLeave(data.redirect_to)
    setSending(false)
    toast.error(t('failed'), { text: (error as CallError | undefined)?.error })
  }
  return (
    <Card title={t('reads')}>
      <QueryView query={useDescribeAppRequestQuery({ client_id, redirect_uri, scope })} error={t('error')} skeleton={<SkeletonLines count={3} />}>
        {({ name, scopes }) => (
          <>
            <p className={classes.question}>{t('question', { name })}</p>
            <ul className={classes.list} aria-label={t('reads')}>
              {scopeTexts(scopes, t).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <p className={classes.note}>{t('note')}</p>
            <p className={classes.note}>{t('address', { host: new URL(redirect_uri).host })}</p>
            <div className={classes.actions}>
              <Button kind="primary" disabled={isSending} onClick={() => void send(true)}>
                {t('allow')}
              </Button>
              <Button kind="neutral" disabled={isSending} onClick={() => void send(false)}>
                {t('decline')}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Card>
  )
}
