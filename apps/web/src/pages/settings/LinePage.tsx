import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useGetLineAccountQuery, useLinkLineAccountMutation, useUnlinkLineAccountMutation } from '../../domains/account/line-api.ts'
import { leaveAndReturn, reloadInLanguage } from '../../i18n/return-language.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './LinePage.module.css'
import settings from './Settings.module.css'

/** URL of the LINE login. LINE redirects only to registered URLs, so `redirect_uri` has no language prefix. */
const loginUrl = (channel_id: string, nonce: string) =>
  `https://access.line.me/oauth2/v2.1/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: channel_id,
    redirect_uri: `${window.location.origin}/settings/line`,
    scope: 'openid',
    // the nonce belongs to this session, so it also serves as `state`, against a login that another person started (CSRF)
    state: nonce,
    nonce,
  })}`

/** LINE redirects to this page with a code that works once. The code is removed from the URL before it is sent. */
const useLineReturn = (nonce: string | null | undefined) => {
  const { t } = useTranslation('line_account')
  const [search, setSearch] = useSearchParams()
  const [link] = useLinkLineAccountMutation()
  const [code, state, error] = [search.get('code'), search.get('state'), search.get('error')]
  useEffect(() => {
    if (nonce === undefined || (!code && !error) || reloadInLanguage()) return
    setSearch({}, { replace: true })
    if (error) toast.error(t('cancelled'))
    else if (state !== nonce) toast.error(t('linkFailed'), { text: t('stale') })
    else
      void link({ code: code! }).then(({ error: failure }) =>
        failure ? toast.error(t('linkFailed'), { text: 'error' in failure ? String(failure.error) : undefined }) : toast.success(t('linked')),
      )
  }, [nonce, code, state, error, setSearch, link, t])
}

/** Links one's own account to LINE, or says that the service does not offer it. */
export function LinePage() {
  const { t } = useTranslation('line_account')
  const language = useLanguage()
  const query = useGetLineAccountQuery({})
  const [isAsking, setAsking] = useState(false)
  const [unlink] = useUnlinkLineAccountMutation()
  usePageTitle(t('title'))
  useLineReturn(query.data?.nonce)
  return (
    <div className={settings.page}>
      <h1 className={settings.head}>{t('title')}</h1>
      <p className={classes.lead}>{t('lead')}</p>
      <div className={settings.cards}>
        <Card title={t('status')}>
          <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={2} />}>
            {({ channel_id, nonce, linked_at }) => (
              <div className={classes.status}>
                <p className={classes.state}>{linked_at ? t('since', { at: formatDate(linked_at, language) }) : channel_id ? t('none') : t('off')}</p>
                {channel_id || linked_at ? null : <p>{t('offText')}</p>}
                {linked_at ? (
                  <Button onClick={() => setAsking(true)}>{t('unlink')}</Button>
                ) : channel_id && nonce ? (
                  <Button kind="primary" onClick={() => leaveAndReturn(loginUrl(channel_id, nonce))}>
                    {t('link')}
                  </Button>
                ) : null}
              </div>
            )}
          </QueryView>
        </Card>
        <Card title={t('what')}>
          <ul className={classes.facts}>
            <li>{t('stored')}</li>
            <li>{t('limits')}</li>
            <li>{t('private')}</li>
            <li>{t('anytime')}</li>
          </ul>
        </Card>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t('unlinkTitle')}
          question={t('unlinkQuestion')}
          confirm={t('unlink')}
          kind="primary"
          onConfirm={() => {
            setAsking(false)
            void save(() => unlink({}), { done: t('unlinked'), failed: t('unlinkFailed') })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
