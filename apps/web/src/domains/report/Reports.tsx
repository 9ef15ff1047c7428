import { type CheckupReport, reportKinds, reportLanguages } from '@sukoyaka/wire/care/report'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermissionForOwnOrAllRecords } from '../../api/use-permission.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, type Language, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { type Query, QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useListCheckupReportsQuery } from './api.ts'
import { ReportItem } from './ReportItem.tsx'
import classes from './Reports.module.css'

type Released = TestPackage & { released_at: string; tested_at: string }
const isReleased = (test_package: TestPackage): test_package is Released => test_package.released_at !== null && test_package.tested_at !== null

type Props = { user_id: number; checkups: Query<{ items: TestPackage[] }>; isOwn: boolean }

/** Reports of the released checkups, newest first, to make and to save. */
export function Reports({ user_id, checkups, isOwn }: Props) {
  const { t } = useTranslation('report')
  const reports = useListCheckupReportsQuery({ user_id })
  return (
    <QueryView
      query={checkups}
      error={t('error')}
      skeleton={<SkeletonLines count={6} />}
      isEmpty={({ items }) => !items.some(isReleased)}
      empty={<Empty title={t('empty.title')} text={t(isOwn ? 'empty.own' : 'empty.staff')} />}
    >
      {({ items }) => (
        <QueryView query={reports} error={t('error')} skeleton={<SkeletonLines count={6} />} isEmpty={() => false}>
          {({ items: made }) => <Checkups items={items.filter(isReleased)} made={made} refetch={reports.refetch} />}
        </QueryView>
      )}
    </QueryView>
  )
}

type CheckupsProps = { items: Released[]; made: CheckupReport[]; refetch: ReturnType<typeof useListCheckupReportsQuery>['refetch'] }

function Checkups({ items, made, refetch }: CheckupsProps) {
  const { t } = useTranslation(['report', 'interview'])
  const shown = useLanguage()
  const [language, setLanguage] = useState<Language>(shown)
  const mayMake = usePermissionForOwnOrAllRecords('reports.write')
  // a refetch returns signed URLs that have not expired
  const newUrlOf = async (id: number) => (await refetch()).data?.items.find((report) => report.id === id)?.url ?? undefined
  return (
    <div className={classes.stack}>
      {mayMake ? (
        <div className={classes.language}>
          <span aria-hidden>{t('report:language')}</span>
          <Segmented
            label={t('report:language')}
            value={language}
            onChange={setLanguage}
            options={reportLanguages.map((value) => ({ value, label: <span lang={value === 'kr' ? 'ko' : value}>{t(`report:language.${value}`)}</span> }))}
          />
        </div>
      ) : null}
      {items.map(({ id, name, kind, location, tested_at }) => (
        <Card
          key={id}
          title={
            <>
              <time dateTime={tested_at}>{formatDate(tested_at, shown)}</time>{' '}
              <span className={classes.checkup} lang={name ? 'ja' : undefined}>
                {name || t(`interview:checkup.${kind}`)}
              </span>
              <span className={classes.place} lang="ja">
                {location}
              </span>
            </>
          }
        >
          <ul className={classes.kinds}>
            {reportKinds.map((reportKind) => (
              <ReportItem
                key={reportKind}
                test_package_id={id}
                day={formatDate(tested_at, shown)}
                kind={reportKind}
                editions={made.filter((report) => report.test_package_id === id && report.kind === reportKind)}
                language={mayMake ? language : undefined}
                newUrlOf={newUrlOf}
              />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}
