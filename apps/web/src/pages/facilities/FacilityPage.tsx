import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListTestCategoriesQuery } from '../../domains/checkup/api.ts'
import { useGetFacilityQuery } from '../../domains/facility/api.ts'
import { FacilityDetail } from '../../domains/facility/FacilityDetail.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { throwIfNotFound } from '../error/not-found.ts'
import classes from './FacilitiesPage.module.css'

export function FacilityPage() {
  const { facilityId = '' } = useParams()
  if (!idPattern.test(facilityId)) throw new PageError(404)
  return <FacilityContent key={facilityId} id={Number(facilityId)} />
}

function FacilityContent({ id }: { id: number }) {
  const { t } = useTranslation('facility')
  const me = useAppSelector(selectMe)
  const query = useGetFacilityQuery({ id })
  const { currentData: tests } = useListTestCategoriesQuery({})
  const title = query.currentData?.display_name ?? t('list.title')
  usePageTitle(title)
  throwIfNotFound(query)
  return (
    <div className={classes.page} data-density={me?.role === 'patient' ? 'comfortable' : undefined}>
      <header className={classes.head}>
        <Link className={classes.back} to="/facilities">
          <IconChevronLeft aria-hidden />
          {t('list.back')}
        </Link>
        <h1>{title}</h1>
      </header>
      <QueryView query={query} error={t('page.error')} skeleton={<SkeletonLines count={8} />}>
        {(facility) => <FacilityDetail facility={facility} testName={(name) => tests?.items.find((item) => item.name === name)?.display_name} />}
      </QueryView>
    </div>
  )
}
