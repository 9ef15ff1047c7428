import { lastDay } from '@sukoyaka/rules/people/contract'
import { renewedUntil } from '@sukoyaka/rules/people/payment/billing'
import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Membership as MembershipReply } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useGetMembershipQuery } from './api.ts'
import classes from './Membership.module.css'
import { ContractActions } from './manage/ContractActions.tsx'
import { OpenCharge } from './OpenCharge.tsx'
import { Payments } from './Payments.tsx'
import { Quotas } from './Quotas.tsx'
import { Renewal } from './Renewal.tsx'

/** A patient's contract. A declined charge that is not yet paid comes first. */
export function Membership({ user_id }: { user_id: number }) {
  const { t } = useTranslation('membership')
  const query = useGetMembershipQuery({ user_id })
  return (
    <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={10} />}>
      {(membership) => <Content membership={membership} user_id={user_id} />}
    </QueryView>
  )
}

function Content({ membership, user_id }: { membership: MembershipReply; user_id: number }) {
  const { t } = useTranslation('membership')
  const isOwn = useAppSelector(selectMe)?.id === user_id
  const { contract, next_contract, year, quotas, charges } = membership
  const seesPayments = usePermission('payments.read') || isOwn
  const mayManage = usePermission('contracts.write') && !isOwn
  const open = charges.find(({ status, decline_reason }) => (status === 'due' || status === 'paying') && decline_reason !== null)
  const isUnpaid = charges.find(({ contract_id }) => contract_id === contract?.id)?.status === 'unpaid'
  return (
    <div className={classes.cards}>
      {open ? <OpenCharge charge={open} isOwn={isOwn} user_id={user_id} /> : null}
      {contract ? (
        <PlanCard contract={contract} next={next_contract} />
      ) : (
        <Card title={t('title')}>
          <Empty title={t('plan.none')} text={isOwn ? t('plan.noneText') : undefined} />
          <NextContract next={next_contract} />
        </Card>
      )}
      {contract && year ? (
        <Quotas quotas={quotas} hasChat={contract.plan?.service.chat ?? false} until={lastUsableDay(contract, next_contract, year.until)} />
      ) : null}
      {seesPayments ? <Payments membership={membership} user_id={user_id} isOwn={isOwn} /> : null}
      {mayManage ? <ContractActions membership={membership} user_id={user_id} /> : null}
      {contract?.ended_at ? (
        <Renewal contract={contract} replacedBy={replacement(contract, next_contract)} isOwn={isOwn} isBlocked={open !== undefined || isUnpaid} />
      ) : null}
    </div>
  )
}

/** As on the server: a contract that starts before the renewed period would end replaces the renewal; a later one does not. */
const replacement = ({ started_at, ended_at, next_payment_date, plan }: Contract, next: Contract | null) => {
  if (!next || !plan || ended_at === null) return next
  const until = renewedUntil({ ...plan, started_on: tokyoDay(started_at), ended_on: tokyoDay(ended_at), next_payment_date })
  return tokyoDay(next.started_at) < until ? next : null
}

const isRenewed = (contract: Contract, next: Contract | null) => contract.auto_update && !replacement(contract, next)

/** The last day on which quotas can be used: the end of the contract year, or the last day of a contract that ends earlier and does not renew. */
const lastUsableDay = (contract: Contract, next: Contract | null, yearEnd: string) => {
  const last = lastDay(contract)
  return last !== null && last < yearEnd && !isRenewed(contract, next) ? last : yearEnd
}

function PlanCard({ contract, next }: { contract: Contract; next: Contract | null }) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  const day = (text: string) => formatDay(text, language)
  const from = day(tokyoDay(contract.started_at))
  const last = lastDay(contract)
  return (
    <Card
      title={
        <span className={classes.plan}>
          {contract.plan?.display_name} <Badge tone="accent">{t('plan.current')}</Badge>
        </span>
      }
    >
      <p>{last ? t('plan.period', { from, to: day(last) }) : t('plan.open', { from })}</p>
      <p className={classes.quiet}>
        {last === null ? t('plan.endless') : isRenewed(contract, next) ? t('plan.renews', { day: day(addDays(last, 1)) }) : t('plan.ends', { day: day(last) })}
      </p>
      <NextContract next={next} />
    </Card>
  )
}

function NextContract({ next }: { next: Contract | null }) {
  const { t } = useTranslation('membership')
  const language = useLanguage()
  return next ? <p>{t('plan.next', { plan: next.plan?.display_name ?? '', from: formatDay(tokyoDay(next.started_at), language) })}</p> : null
}
