import { addressedName, fullName } from '@sukoyaka/rules/person'
import { isCareRole } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { DrugAllergy } from '../../illness/DrugAllergy.tsx'
import { ScheduleCard } from '../../interview/ScheduleCard.tsx'
import { KarteComposer } from '../../karte/KarteComposer.tsx'
import { WriteButton } from '../../karte/WriteButton.tsx'
import { isId } from '../../kit/id.ts'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { setSidebarLayer } from '../../message/sidebar/open-state.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { CondensedPatientHeader } from '../../patient/PatientHeader.tsx'
import { ErrorState } from '../../ui/Empty.tsx'
import { useSkeleton } from '../../ui/Skeleton.tsx'
import { useLanguage } from '../../ui/tokyo.ts'
import { PatientTabs } from '../patient/PatientTabs.tsx'
import { useCheckups } from '../summary/use-checkups.ts'
import { Stream } from './Stream.tsx'
import classes from './TimelinePage.module.css'

/** What happened with a patient, in one stream. */
export function TimelinePage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!isId.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  return me.role === 'patient' ? <OwnTimeline user_id={user_id} /> : <StaffTimeline key={userId} user_id={user_id} hasList={isCareRole(me.role)} />
}

function StaffTimeline({ user_id, hasList }: { user_id: number; hasList: boolean }) {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  const { currentData, isError, isFetching, refetch } = useListPatientsQuery({
    q: { id_eq: user_id },
    include: ['contracts', 'care_people', 'allergy_reactions'],
  })
  const patient = currentData?.items[0]
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  usePageTitle(patient ? `${fullName(patient, language)}｜${t('page.timeline')}` : t('page.timeline'))
  if (currentData && !patient) throw new PageError(404)
  return (
    <div className={classes.page}>
      <CondensedPatientHeader
        patient={skeleton ? undefined : patient}
        skeleton={skeleton}
        alert={<DrugAllergy reactions={patient?.allergy_reactions} />}
        tabs={<PatientTabs user_id={user_id} />}
        onOpenList={hasList ? () => setSidebarLayer(true) : undefined}
      />
      {failed && !skeleton ? (
        <ErrorState title={t('header.error')} onRetry={() => void refetch()} />
      ) : (
        <Stream user_id={user_id} reader="staff" action={<WriteButton user_id={user_id} patient={patient && addressedName(patient, language, 'staff')} />}>
          <KarteComposer user_id={user_id} />
          <Coming user_id={user_id} />
        </Stream>
      )}
    </div>
  )
}

function OwnTimeline({ user_id }: { user_id: number }) {
  const { t } = useTranslation('timeline')
  const me = useAppSelector(selectMe)
  usePageTitle(t('page.own'))
  if (me?.id !== user_id) throw new PageError(404)
  return (
    <div className={classes.page} data-density="comfortable">
      <h1 className={classes.title}>{t('page.own')}</h1>
      <Stream user_id={user_id} reader="patient">
        <Coming user_id={user_id} />
      </Stream>
    </div>
  )
}

function Coming({ user_id }: { user_id: number }) {
  return <ScheduleCard user_id={user_id} checkups={useCheckups(user_id)} />
}
