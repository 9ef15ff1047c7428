import { formatInstant } from '@sukoyaka/rules/time'
import type { OpenSession, TrustedDevice } from '@sukoyaka/wire/people/session'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { type SendRequest, save } from '../../ui/form/save.ts'
import classes from '../../ui/layout/ActionRows.module.css'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
  useListTrustedDevicesQuery,
  useRemoveTrustedDeviceMutation,
  useRemoveTrustedDevicesMutation,
} from './security-api.ts'

type Item = OpenSession | TrustedDevice

function BrowserList({
  items,
  label,
  onRemove,
  hasRemoval,
}: {
  items: readonly Item[]
  label: string
  onRemove: (id: number) => void
  hasRemoval: (item: Item) => boolean
}) {
  const { t } = useTranslation('account_settings')
  const language = useLanguage()
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id} className={classes.row}>
          <div>
            <p className={classes.name}>
              {item.browser || t('sessions.unknown')} {item.is_current ? <Badge tone="accent">{t('sessions.current')}</Badge> : null}
            </p>
            <p className={classes.note}>{t('sessions.used', { at: formatInstant(item.last_used_at, language) })}</p>
          </div>
          {hasRemoval(item) ? (
            <Button size="small" kind="neutral" aria-label={`${label}: ${item.browser || t('sessions.unknown')}`} onClick={() => onRemove(item.id)}>
              {label}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** One's own open sessions; all but the current one can be ended here. */
export function Sessions() {
  const { t } = useTranslation('account_settings')
  const [end] = useEndSessionMutation()
  const [endOthers] = useEndOtherSessionsMutation()
  const run = (send: SendRequest) => void save(send, { done: t('sessions.ended'), failed: t('failed') })
  return (
    <Card title={t('sessions.title')}>
      <QueryView query={useListSessionsQuery({})} error={t('sessions.error')} skeleton={<SkeletonLines count={3} />}>
        {({ items }) => (
          <>
            <BrowserList items={items} label={t('sessions.end')} hasRemoval={({ is_current }) => !is_current} onRemove={(id) => run(() => end({ id }))} />
            {items.length > 1 ? <Button onClick={() => run(() => endOthers({}))}>{t('sessions.endAll')}</Button> : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** One's own trusted devices: browsers that need no code at sign-in. */
export function TrustedDevices() {
  const { t } = useTranslation('account_settings')
  const [remove] = useRemoveTrustedDeviceMutation()
  const [removeAll] = useRemoveTrustedDevicesMutation()
  const run = (send: SendRequest) => void save(send, { done: t('devices.removed'), failed: t('failed') })
  return (
    <Card title={t('devices.title')}>
      <QueryView query={useListTrustedDevicesQuery({})} error={t('devices.error')} skeleton={<SkeletonLines count={2} />}>
        {({ items }) =>
          items.length ? (
            <>
              <p className={classes.note}>{t('devices.note')}</p>
              <BrowserList items={items} label={t('devices.remove')} hasRemoval={() => true} onRemove={(id) => run(() => remove({ id }))} />
              <Button onClick={() => run(() => removeAll({}))}>{t('devices.removeAll')}</Button>
            </>
          ) : (
            <p className={classes.note}>{t('devices.none')}</p>
          )
        }
      </QueryView>
    </Card>
  )
}
