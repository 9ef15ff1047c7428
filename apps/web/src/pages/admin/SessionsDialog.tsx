import { formatInstant } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { useEndSessionsOfUserMutation, useListSessionsOfUserQuery } from '../../domains/registration/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { MenuUser } from './menu-user.ts'
import classes from './SessionsDialog.module.css'

/** Lists the sessions of a user, with a button that ends all of them. */
export function SessionsDialog({ user, name, onClose }: { user: MenuUser; name: string; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'account_settings', 'common'])
  const language = useLanguage()
  const query = useListSessionsOfUserQuery({ id: user.id })
  const [end] = useEndSessionsOfUserMutation()
  const endAll = () => void save(() => end({ id: user.id }), { done: t('sessions.done'), failed: t('sessions.failed'), text: name }, { onSaved: onClose })
  return (
    <Dialog
      title={t('sessions.title')}
      subtitle={name}
      onClose={onClose}
      footer={(close) => (
        <>
          {query.data?.items.length ? (
            <Button kind="danger-outline" className={classes.end} onClick={endAll}>
              {t('sessions.end')}
            </Button>
          ) : null}
          <Button onClick={close}>{t('common:action.close')}</Button>
        </>
      )}
    >
      <QueryView query={query} error={t('sessions.error')} empty={t('sessions.none')} skeleton={<SkeletonLines count={2} />}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map(({ id, browser, last_used_at, address_family }) => (
              <li key={id}>
                {browser || t('account_settings:sessions.unknown')}
                <span>{[t('account_settings:sessions.used', { at: formatInstant(last_used_at, language) }), address_family].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}
