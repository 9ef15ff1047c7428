import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import classes from './release/ReleaseDialog.module.css'
import { Values } from './release/ReleaseValues.tsx'
import { useCheckupValues } from './use-newest-values.ts'

/** Numeric results of one checkup, the worst first. */
export function CheckupResults({ test_package, audience }: { test_package: TestPackage; audience: 'staff' | 'patient' }) {
  const { t } = useTranslation('event')
  return (
    <QueryView query={useCheckupValues(test_package)} error={t('checkup.insideError')} skeleton={<SkeletonLines count={6} />}>
      {(newestValues) => (
        <section className={classes.all} aria-label={t('checkup.inside', { count: newestValues.length })}>
          <Values newestValues={newestValues} audience={audience} />
        </section>
      )}
    </QueryView>
  )
}
