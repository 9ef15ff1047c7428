import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { CallError } from '../../api/call-error.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListTestCategoriesQuery } from '../../domains/checkup/api.ts'
import { useGetFacilityQuery } from '../../domains/facility/api.ts'
import { FacilityDetail } from '../../domains/facility/FacilityDetail.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './FacilitiesPage.module.css'

export function FacilityPage() {
  const { facilityId = '' } = useParams()
  if (!idPattern.test(facilityId)) throw new PageError(404)
  return <FacilityContent key={facilityId} id={Number(facilityId)} />
}

function FacilityContent({ id }: { id: number }) {
  const { t } = useTranslation('facility')
  const me = useAppSelector(selectMe)
  const { currentData, error, isFetching, refetch } = useGetFacilityQuery({ id })
  const { currentData: tests } = useListTestCategoriesQuery({})
  const failed = error !== undefined && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  const title = currentData?.display_name ?? t('list.title')
  usePageTitle(title)
  // 404 for a facility that is no longer listed
  if (failed && (error as CallError).status === 404) throw new PageError(404)
  return (
    <div className={classes.page} data-density={me?.role === 'patient' ? 'comfortable' : undefined} aria-busy={(!currentData && !failed) || undefined}>
      <header className={classes.head}>
        <Link className={classes.back} to="/facilities">
          <IconChevronLeft aria-hidden />
          {t('list.back')}
        </Link>
        <h1>{title}</h1>
      </header>
      {failed && !skeleton ? (
        <ErrorState title={t('page.error')} onRetry={() => void refetch()} />
      ) : !currentData || skeleton ? (
        skeleton ? (
          <SkeletonLines count={8} />
        ) : null
      ) : (
        <FacilityDetail facility={currentData} testName={(name) => tests?.items.find((item) => item.name === name)?.display_name} />
      )}
    </div>
  )
}
