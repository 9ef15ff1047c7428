import { lastDay } from '@sukoyaka/rules/people/contract'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useChangeRenewalMutation } from './api.ts'
import classes from './Membership.module.css'

type Props = {
  contract: Contract
  /** The next contract, if it starts before the renewed period would end: then `contract` is not renewed. */
  replacedBy: Contract | null
  isOwn: boolean
  /** Whether a declined charge is not paid; the renewal cannot be changed until then. */
  isBlocked: boolean
}

/** Stops or resumes the automatic renewal. */
export function Renewal({ contract, replacedBy, isOwn, isBlocked }: Props) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  const canChange = usePermission('contracts.renew') || isOwn
  const [change] = useChangeRenewalMutation()
  const [isAsking, setAsking] = useState(false)
  const { id, auto_update, updated_at } = contract
  const day = formatDay(lastDay(contract)!, language)
  const set = (next: boolean) =>
    void save(() => change({ id, auto_update: next, updated_at }), { done: t(next ? 'renewal.resumed' : 'renewal.stopped'), failed: t('renewal.failed') })
  if (replacedBy)
    return (
      <Card title={t('renewal.title')}>
        <p>{t('renewal.replacedText', { day, plan: replacedBy.plan?.display_name ?? '', from: formatDay(tokyoDay(replacedBy.started_at), language) })}</p>
      </Card>
    )
  return (
    <Card title={t('renewal.title')}>
      <p>{t(auto_update ? 'renewal.onText' : 'renewal.offText', { day })}</p>
      {canChange && !isBlocked ? (
        <div className={classes.actions}>
          <Button onClick={() => (auto_update ? setAsking(true) : set(true))}>{t(auto_update ? 'renewal.stop' : 'renewal.resume')}</Button>
        </div>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('renewal.stopTitle')}
          question={t('renewal.stopQuestion', { plan: contract.plan?.display_name ?? '', day })}
          confirm={t('renewal.stop')}
          kind="primary"
          onConfirm={() => {
            setAsking(false)
            set(false)
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
