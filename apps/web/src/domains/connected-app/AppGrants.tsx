import { formatInstant } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import classes from '../../ui/layout/ActionRows.module.css'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useListAppGrantsQuery, useRevokeAppGrantMutation } from './api.ts'
import { scopeTexts } from './scope-texts.ts'

/** Apps that the person allowed to read the record; each permission can be revoked. */
export function AppGrants() {
  const { t } = useTranslation('connected_app')
  const language = useLanguage()
  const [revoke] = useRevokeAppGrantMutation()
  const revokeGrant = (id: number) => void save(() => revoke({ id }), { done: t('grants.revoked'), failed: t('grants.failed') })
  return (
    <Card title={t('grants.title')}>
      <QueryView query={useListAppGrantsQuery({})} error={t('grants.error')} skeleton={<SkeletonLines count={1} />}>
        {({ items }) =>
          items.length ? (
            <ul className={classes.list}>
              {items.map(({ id, name, scopes, created_at, last_used_at }) => (
                <li key={id} className={classes.row}>
                  <div>
                    <p className={classes.name}>{name}</p>
                    <p className={classes.note}>
                      {[
                        ...scopeTexts(scopes, t),
                        t('grants.since', { at: formatInstant(created_at, language) }),
                        last_used_at ? t('grants.used', { at: formatInstant(last_used_at, language) }) : t('grants.unused'),
                      ].join(' · ')}
                    </p>
                  </div>
                  <Button size="small" kind="neutral" aria-label={`${t('grants.revoke')}: ${name}`} onClick={() => revokeGrant(id)}>
                    {t('grants.revoke')}
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t('grants.none')}</p>
          )
        }
      </QueryView>
    </Card>
  )
}
