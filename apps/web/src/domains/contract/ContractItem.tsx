import { lastDay } from '@sukoyaka/rules/people/contract'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { TimelineEvent } from '@sukoyaka/wire/boards/timeline'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'

/** Timeline item: a contract started, was renewed or ended. */
export function ContractItem({ contract, event }: { contract: Contract; event: TimelineEvent }) {
  const { t } = useTranslation('event')
  const language = useLanguage()
  const last = lastDay(contract)
  const state = event === 'ended' || event === 'renewed' ? event : 'started'
  return (
    <EventCard
      label={t('contract.label')}
      title={contract.plan?.display_name ?? ''}
      badge={<Badge tone={state === 'ended' ? 'outline' : 'accent'}>{t(`contract.${state}`)}</Badge>}
      meta={t('contract.until', { from: formatDay(tokyoDay(contract.started_at), language), to: last ? formatDay(last, language) : '' })}
    />
  )
}
