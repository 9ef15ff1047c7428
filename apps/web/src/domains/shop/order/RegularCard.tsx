import { formatDay } from '@sukoyaka/rules/time'
import { type DeliveryWindow, deliveryWindows } from '@sukoyaka/wire/people/cart'
import type { RegularDelivery } from '@sukoyaka/wire/people/regular-delivery'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { hasFailed, type Query } from '../../../ui/loading/QueryView.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useChangeRegularDeliveryMutation, useSkipRegularDeliveryMutation } from '../api.ts'
import classes from './Order.module.css'
import { RegularRecipient } from './RegularRecipient.tsx'

/** A regular delivery: what comes next and when, with buttons that skip, pause or stop it. */
export function RegularCard({ delivery }: { delivery: RegularDelivery }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const day = (value: string) => formatDay(value, language, 'weekday')
  const { status, every_months, next_on, after_next_on, items, unsold_items, estimated_total, problem } = delivery
  const isActive = status === 'active'
  return (
    <Card
      title={t('regular.title')}
      action={
        <Badge tone="outline" icon={<IconRepeat aria-hidden />}>
          {isActive ? t('method.months', { count: every_months }) : t(`regular.${status === 'paused' ? 'paused' : 'stopped'}`)}
        </Badge>
      }
    >
      {problem ? <p className={classes.problem}>{problem}</p> : null}
      <div className={classes.next}>
        <div>
          {isActive && next_on ? (
            <>
              <p className={classes.note}>{t('regular.next')}</p>
              <p className={classes.day}>{day(next_on)}</p>
            </>
          ) : null}
          <Items items={items} />
          {/* a server of the version before does not send them */}
          {unsold_items?.length && status !== 'stopped' ? (
            <>
              <p className={classes.unsold}>{t('regular.unsold')}</p>
              <Items items={unsold_items} />
            </>
          ) : null}
        </div>
        {status === 'stopped' ? null : <p className={classes.note}>{t('regular.estimate', { amount: yen(estimated_total) })}</p>}
      </div>
      {isActive && after_next_on && delivery.may_change_next ? <p className={classes.hint}>{t('regular.ifSkipped', { day: day(after_next_on) })}</p> : null}
      {status === 'stopped' ? null : (
        <>
          <RegularRecipient delivery={delivery} />
          <RegularActions delivery={delivery} />
        </>
      )}
    </Card>
  )
}

function Items({ items }: { items: RegularDelivery['unsold_items'] }) {
  const language = useLanguage()
  return (
    <ul>
      {items.map(({ product_id, display_name, quantity }) => (
        <li key={product_id} lang={recordLang(display_name, language)}>
          {display_name} × {quantity}
        </li>
      ))}
    </ul>
  )
}

/** Error if the regular deliveries could not be loaded; renders nothing otherwise. */
export function RegularError({ query }: { query: Query<unknown> }) {
  const { t } = useTranslation('order')
  return hasFailed(query) ? <ErrorState title={t('regular.error')} onRetry={() => void query.refetch()} /> : null
}

/** When on the day it is delivered; saved at once. */
function WindowField({ delivery: { id, delivery_window, updated_at } }: { delivery: RegularDelivery }) {
  const { t } = useTranslation('order')
  const [change] = useChangeRegularDeliveryMutation()
  return (
    <div className={classes.window}>
      <SelectField
        label={t('regular.window')}
        value={delivery_window ?? ''}
        onChange={(window) =>
          void save(() => change({ id, delivery_window: window === '' ? null : (window as DeliveryWindow), updated_at }), {
            done: t('regular.changed'),
            failed: t('regular.failed'),
          })
        }
      >
        <option value="">{t('window.any')}</option>
        {deliveryWindows.map((window) => (
          <option key={window} value={window}>
            {t(`window.${window}`)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function RegularActions({ delivery }: { delivery: RegularDelivery }) {
  const { id, status, next_on, change_until, may_change_next, updated_at } = delivery
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [change] = useChangeRegularDeliveryMutation()
  const [skip] = useSkipRegularDeliveryMutation()
  const [isStopping, setStopping] = useState(false)
  const [isSkipping, setSkipping] = useState(false)
  const failed = t('regular.failed')
  const set = (next: RegularDelivery['status']) => void save(() => change({ id, status: next, updated_at }), { done: t(`regular.now.${next}`), failed })
  const isTooLate = status === 'active' && next_on !== null && !may_change_next
  const until = change_until ? formatDay(change_until, language, 'weekday') : ''
  return (
    <>
      <WindowField delivery={delivery} />
      <div className={classes.buttons}>
        {status === 'active' ? (
          <>
            <Button kind="soft" icon={<IconPlayerSkipForward aria-hidden />} disabled={!may_change_next || !next_on} onClick={() => setSkipping(true)}>
              {t('regular.skip')}
            </Button>
            <Button icon={<IconPlayerPause aria-hidden />} onClick={() => set('paused')}>
              {t('regular.pause')}
            </Button>
          </>
        ) : (
          <Button kind="soft" icon={<IconPlayerPlay aria-hidden />} onClick={() => set('active')}>
            {t('regular.resume')}
          </Button>
        )}
        <Button kind="ghost" onClick={() => setStopping(true)}>
          {t('regular.stop')}
        </Button>
      </div>
      {status === 'active' && until ? <p className={classes.note}>{t(may_change_next ? 'regular.until' : 'regular.tooLate', { day: until })}</p> : null}
      {status === 'paused' ? <p className={classes.note}>{t('regular.pausedNote')}</p> : null}
      {isSkipping && next_on ? (
        <ConfirmDialog
          title={t('regular.skip')}
          patient={null}
          question={t('regular.skipQuestion', { day: formatDay(next_on, language, 'weekday') })}
          confirm={t('regular.skipConfirm')}
          onClose={() => setSkipping(false)}
          onConfirm={() => {
            setSkipping(false)
            void save(() => skip({ id, next_on }), { done: t('regular.skipped'), failed })
          }}
        />
      ) : null}
      {isStopping ? (
        <ConfirmDialog
          title={t('regular.stop')}
          patient={null}
          question={isTooLate ? t('regular.stopLateQuestion', { day: formatDay(next_on, language, 'weekday') }) : t('regular.stopQuestion')}
          confirm={t('regular.stop')}
          kind="danger"
          onClose={() => setStopping(false)}
          onConfirm={() => {
            setStopping(false)
            set('stopped')
          }}
        />
      ) : null}
    </>
  )
}
