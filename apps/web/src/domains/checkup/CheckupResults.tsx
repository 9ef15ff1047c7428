import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import classes from './release/ReleaseDialog.module.css'
import { useResults, Values } from './release/ReleaseValues.tsx'

/** Every value of one checkup, the worst first. */
export function CheckupResults({ test_package, reader }: { test_package: TestPackage; reader: 'staff' | 'patient' }) {
  const { t } = useTranslation('event')
  const { newestValues, failed, retry } = useResults(test_package)
  if (failed) return <ErrorState title={t('checkup.insideError')} onRetry={retry} />
  if (!newestValues) return <SkeletonLines count={6} />
  return (
    <section className={classes.all} aria-label={t('checkup.inside', { count: newestValues.length })}>
      <Values newestValues={newestValues} reader={reader} />
    </section>
  )
}
