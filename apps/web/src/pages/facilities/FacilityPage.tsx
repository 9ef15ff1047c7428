import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useListTestCategoriesQuery } from '../../checkup/api.ts'
import { useGetFacilityQuery } from '../../facility/api.ts'
import { FacilityDetail } from '../../facility/FacilityDetail.tsx'
import type { CallError } from '../../kit/call-error.ts'
import { isId } from '../../kit/id.ts'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { ErrorState } from '../../ui/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/Skeleton.tsx'
import classes from './FacilitiesPage.module.css'

export function FacilityPage() {
  const { facilityId = '' } = useParams()
  if (!isId.test(facilityId)) throw new PageError(404)
  return <One key={facilityId} id={Number(facilityId)} />
}

function One({ id }: { id: number }) {
  const { t } = useTranslation('facility')
  const me = useAppSelector(selectMe)
  const { currentData, error, isFetching, refetch } = useGetFacilityQuery({ id })
  const { currentData: tests } = useListTestCategoriesQuery({})
  const failed = error !== undefined && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  const title = currentData?.display_name ?? t('list.title')
  usePageTitle(title)
  // one that is no longer listed leads nowhere
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
        <FacilityDetail facility={currentData} testName={(name) => tests?.items.find((one) => one.name === name)?.display_name} />
      )}
    </div>
  )
}
