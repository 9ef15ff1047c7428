import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { IconPhone } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../../api/combine-queries.ts'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../../ui/layout/Skeleton.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import { type Finding, isAbnormal, newestOfEach } from '../abnormal.ts'
import { useListReferenceRangesQuery, useListTestPackageResultsQuery } from '../api.ts'
import { useWords } from '../words.ts'
import classes from './ReleaseDialog.module.css'

/** Results of one checkup, the worst first. */
export const useResults = ({ id, user_id }: TestPackage) => {
  const results = useListTestPackageResultsQuery({ id, include: ['category'] })
  const ranges = useListReferenceRangesQuery({ user_id })
  const findings = useMemo(
    () => (results.currentData && ranges.currentData ? newestOfEach(results.currentData.items, ranges.currentData.items) : undefined),
    [results.currentData, ranges.currentData],
  )
  return { findings, ...combineQueries(results, ranges) }
}

/** Staff view: values that require a phone call come first. */
export function ReleaseValues({ checkup }: { checkup: TestPackage }) {
  const { t } = useTranslation('release')
  const { findings, failed, retry } = useResults(checkup)
  const skeleton = useSkeleton(!findings && !failed)
  if (failed) return <ErrorState title={t('dialog.error')} onRetry={retry} />
  if (!findings) return <div className={classes.waiting}>{skeleton ? <Skeleton height={96} /> : null}</div>
  const serious = findings.filter(({ newest }) => newest.is_serious)
  const abnormal = findings.filter((finding) => isAbnormal(finding) && !finding.newest.is_serious)
  return (
    <>
      {serious.length ? (
        <section className={classes.serious}>
          <h3 className={classes.heading}>
            <IconPhone aria-hidden />
            {t('dialog.serious')}
          </h3>
          <Values findings={serious} reader="staff" />
          <p className={classes.note}>{t('dialog.seriousText')}</p>
        </section>
      ) : null}
      <section>
        <h3 className={classes.heading}>
          {t('dialog.out')} <span className={classes.of}>{t('dialog.values', { count: findings.length })}</span>
        </h3>
        {abnormal.length ? <Values findings={abnormal} reader="staff" /> : <p className={classes.note}>{t('dialog.none')}</p>}
      </section>
    </>
  )
}

/** Preview of the patient's home page, in patient wording. */
export function ReleasePreview({ checkup, comment }: { checkup: TestPackage; comment: string }) {
  const { t } = useTranslation(['release', 'checkup'])
  const { findings } = useResults(checkup)
  const abnormal = findings?.filter(isAbnormal) ?? []
  return (
    <section className={classes.preview}>
      <h3 className={classes.heading}>{t('release:dialog.preview')}</h3>
      <p className={comment.trim() ? classes.comment : classes.note} lang={comment.trim() ? 'ja' : undefined}>
        {comment.trim() || t('release:dialog.previewEmpty')}
      </p>
      {findings ? <h4 className={classes.small}>{t('checkup:concern.title')}</h4> : null}
      {findings && abnormal.length === 0 ? <p className={classes.note}>{t('checkup:concern.noneText')}</p> : <Values findings={abnormal} reader="patient" />}
    </section>
  )
}

export function Values({ findings, reader }: { findings: Finding[]; reader: 'staff' | 'patient' }) {
  return (
    <ul>
      {findings.map((finding) => (
        <Value key={finding.newest.id} finding={finding} reader={reader} />
      ))}
    </ul>
  )
}

function Value({ finding, reader }: { finding: Finding; reader: 'staff' | 'patient' }) {
  const words = useWords()(finding)
  return (
    <li className={classes.value}>
      <span className={classes.name} lang={words.name_lang}>
        {words.name}
      </span>
      <span className={classes.measured}>
        <b>{words.value}</b> <small>{words.unit}</small>
      </span>
      <span className={classes.status}>
        <StatusMark status={finding.status} reader={reader} direction={words.direction} />
      </span>
    </li>
  )
}
