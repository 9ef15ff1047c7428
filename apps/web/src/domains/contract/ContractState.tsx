import { currentContract, includesFullCheckup, lastDay, nextContract } from '@sukoyaka/rules/people/contract'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import classes from './ContractState.module.css'

/** Current contract and next contract; without either, the end of the last one. End dates show the last day in Tokyo. */
export function ContractState({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation('contract')
  const language = useLanguage()
  const now = new Date()
  const current = currentContract(contracts, now)
  const next = nextContract(contracts, now)
  const day = (text: string | null) => (text ? formatDay(text, language) : '')
  const start = ({ started_at }: Contract) => day(tokyoDay(started_at))
  const ended = contracts
    .map(lastDay)
    .filter((last) => last !== null)
    .sort()
    .at(-1)
  return (
    <p className={classes.state}>
      {current ? (
        <>
          {current.plan ? <Badge tone="accent">{current.plan.display_name}</Badge> : null}
          <span>
            {t('state.current', { from: start(current), to: day(lastDay(current)) })}
            {current.auto_update ? t('state.autoUpdate') : ''}
            {current.plan && includesFullCheckup(current.plan.service) ? t('state.fullCheckup') : ''}
          </span>
        </>
      ) : next ? null : (
        <Badge tone="outline">{ended ? t('state.ended', { to: day(ended) }) : t('state.none')}</Badge>
      )}
      {next ? <Badge tone="outline">{t('state.next', { plan: next.plan?.display_name ?? '', from: start(next) })}</Badge> : null}
    </p>
  )
}
