import { useTranslation } from 'react-i18next'
import { ConcernsCard } from '../../checkup/ConcernsCard.tsx'
import { MyGoalsCard } from '../../habit/MyGoalsCard.tsx'
import { AllergiesCard } from '../../illness/AllergiesCard.tsx'
import { PageError } from '../../kit/page-error.ts'
import { usePageTitle } from '../../kit/title.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { Greeting } from '../../patient/Greeting.tsx'
import { ErrorState } from '../../ui/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/Skeleton.tsx'
import classes from './SummaryPage.module.css'

/** A patient's own page: larger, calmer, in whole words. */
export function PatientHome({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const { currentData, isError, isFetching, refetch } = useListPatientsQuery({ q: { id_eq: user_id }, include: ['care_people'] })
  const patient = currentData?.items[0]
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  usePageTitle(t('page.home'))
  if (currentData && !patient) throw new PageError(404)
  return (
    <div className={classes.home} data-density="comfortable">
      {patient && !skeleton ? (
        <Greeting patient={patient} />
      ) : failed && !skeleton ? (
        <div className={classes.failed}>
          <h1 className="visually-hidden">{t('page.home')}</h1>
          <ErrorState onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className={classes.homeWaiting} aria-busy="true">
          {skeleton ? <Skeleton width={320} height={32} /> : null}
        </div>
      )}
      <div className={classes.homeGrid}>
        <MyGoalsCard user_id={user_id} />
        <ConcernsCard user_id={user_id} />
        <AllergiesCard user_id={user_id} />
      </div>
    </div>
  )
}
