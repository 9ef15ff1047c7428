import type { Findings } from '@sukoyaka/wire/boards/timeline'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconCheck, IconClock, IconHourglass } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { NotableValue } from './NotableValue.tsx'
import { ProviderJudgements } from './ProviderJudgements.tsx'
import classes from './TestPackageItem.module.css'

type Props = { test_package: TestPackage; findings?: Findings | null | undefined; audience: 'staff' | 'patient'; details?: ReactNode }

/** Timeline item of one checkup: type, state and results. */
export function TestPackageItem({ test_package, findings, audience, details }: Props) {
  const { t } = useTranslation(['event', 'interview'])
  const { user_id, name, kind, menu_text, location, facility, cancelled_at } = test_package
  const title = menu_text || name || t(`interview:checkup.${kind}`)
  const resultsPath = `/${user_id}/database`
  return (
    <EventCard
      details={findings ? details : undefined}
      label={t('checkup.label')}
      title={title}
      lang={menu_text || name ? 'ja' : undefined}
      badge={findings ? undefined : <State test_package={test_package} audience={audience} />}
      meta={<span lang="ja">{location || facility?.display_name}</span>}
    >
      {findings ? (
        <>
          <p className={classes.counts}>
            <State test_package={test_package} audience={audience} />
            <Count tone="danger" count={findings.unhealthy} isOwn={audience === 'patient'} />
            <Count tone="warning" count={findings.warning} isOwn={audience === 'patient'} />
            {/* Hidden from patients, who would expect that these values are still to be judged. */}
            {audience === 'staff' ? <Count tone="unknown" count={findings.unknown} /> : null}
            <span className={classes.total}>{t('checkup.total', { count: findings.total })}</span>
            <Link className={classes.link} to={resultsPath}>
              {t('checkup.results')}
            </Link>
            {test_package.released_at === null ? null : (
              <Link className={classes.link} to={`/${user_id}/report`}>
                {t('checkup.report')}
              </Link>
            )}
          </p>
          <ProviderJudgements judgements={test_package.provider_judgements} />
          {findings.notable.length ? (
            <ul className={classes.values}>
              {findings.notable.map((value) => (
                <li key={value.result_id}>
                  <NotableValue value={value} to={resultsPath} />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : audience === 'patient' && test_package.status === testPackageStatus.complete && cancelled_at === null ? (
        <p className={classes.note}>{t('checkup.own.waiting')}</p>
      ) : null}
    </EventCard>
  )
}

function State({ test_package: { status, cancelled_at, released_at, tested_at }, audience }: Omit<Props, 'findings' | 'details'>) {
  const { t } = useTranslation('event')
  if (cancelled_at !== null) return <Badge tone="outline">{t('checkup.cancelled')}</Badge>
  if (status === testPackageStatus.complete) {
    if (audience === 'patient')
      return released_at === null ? (
        <Badge tone="outline" icon={<IconHourglass aria-hidden />}>
          {t('checkup.waiting')}
        </Badge>
      ) : null
    return (
      <>
        <Badge tone="accent" icon={<IconCheck aria-hidden />}>
          {t('checkup.done')}
        </Badge>
        {released_at === null ? <Badge tone="outline">{t('checkup.unreleased')}</Badge> : null}
      </>
    )
  }
  if (status !== testPackageStatus.fix)
    return (
      <Badge tone="outline" icon={<IconClock aria-hidden />}>
        {t('checkup.arranging')}
      </Badge>
    )
  const isOver = tested_at !== null && Date.parse(tested_at) <= Date.now()
  return (
    <Badge tone="outline" icon={isOver ? <IconHourglass aria-hidden /> : <IconCheck aria-hidden />}>
      {t(isOver ? 'checkup.waiting' : 'checkup.booked')}
    </Badge>
  )
}

type CountProps = { count: number } & ({ tone: 'danger' | 'warning'; isOwn: boolean } | { tone: 'unknown'; isOwn?: undefined })

function Count({ tone, count, isOwn }: CountProps) {
  const { t } = useTranslation('event')
  if (!count) return null
  return (
    <span className={clsx(classes.count, classes[tone])}>
      <MarkIcon tone={tone} />
      {t(isOwn ? `checkup.own.${tone}` : `checkup.${tone}`, { count })}
    </span>
  )
}
