import { fullName } from '@sukoyaka/rules/person'
import { isCareRole } from '@sukoyaka/wire/access'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { AssessmentsCard } from '../../assessment/AssessmentsCard.tsx'
import { AbnormalCard } from '../../checkup/AbnormalCard.tsx'
import { ContractState } from '../../contract/ContractState.tsx'
import { HabitGoalsCard } from '../../habit/HabitGoalsCard.tsx'
import { AllergiesCard } from '../../illness/AllergiesCard.tsx'
import { DrugAllergy } from '../../illness/DrugAllergy.tsx'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { setSidebarLayer } from '../../message/sidebar/open-state.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { PatientHeader, PatientHeaderWaiting } from '../../patient/PatientHeader.tsx'
import { ErrorState } from '../../ui/Empty.tsx'
import { useSkeleton } from '../../ui/Skeleton.tsx'
import { useLanguage } from '../../ui/tokyo.ts'
import { PatientHome } from './PatientHome.tsx'
import classes from './SummaryPage.module.css'
import { useFacts } from './use-facts.ts'

const isId = /^[1-9]\d{0,15}$/

/** One patient at a glance for those who care for them; for patients their own home. */
export function SummaryPage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!isId.test(userId)) throw new PageError(404)
  if (!me) return null
  // Another patient is another page: what was opened or expanded on the last one does not stay.
  return me.role === 'patient' ? <PatientHome user_id={Number(userId)} /> : <StaffSummary key={userId} user_id={Number(userId)} hasList={isCareRole(me.role)} />
}

function StaffSummary({ user_id, hasList }: { user_id: number; hasList: boolean }) {
  const { t } = useTranslation(['patient', 'ui'])
  const language = useLanguage()
  const { currentData, isError, isFetching, refetch } = useListPatientsQuery({
    q: { id_eq: user_id },
    include: ['contracts', 'care_people', 'allergy_reactions'],
  })
  const patient = currentData?.items[0]
  const facts = useFacts(user_id, patient)
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
  const isHeld = useHeld(facts.measured === undefined)
  const isGridHeld = useHeld(!patient && !failed)
  const title = t('patient:page.summary')
  usePageTitle(patient ? `${fullName(patient, language)}｜${title}` : title)
  if (currentData && !patient) throw new PageError(404)
  return (
    <div className={classes.page}>
      {patient && !skeleton ? (
        <PatientHeader
          patient={patient}
          contract={<ContractState contracts={patient.contracts ?? []} />}
          alert={<DrugAllergy reactions={patient.allergy_reactions} />}
          onOpenList={hasList ? () => setSidebarLayer(true) : undefined}
        />
      ) : failed && !skeleton ? (
        <div className={classes.failed}>
          <h1 className="visually-hidden">{title}</h1>
          <ErrorState title={t('patient:header.error')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <PatientHeaderWaiting skeleton={skeleton} />
      )}
      <div className={classes.content}>
        <DrugAllergy reactions={patient?.allergy_reactions} strip />
        <div className={`${classes.grid} ${isGridHeld ? classes.underStrip : ''}`}>
          <div className={classes.main}>
            <AbnormalCard user_id={user_id} />
            <div className={`${classes.main} ${isHeld ? classes.held : ''}`}>
              <AssessmentsCard user_id={user_id} facts={facts} />
              <HabitGoalsCard user_id={user_id} />
            </div>
          </div>
          <div className={`${classes.side} ${isHeld ? classes.underMain : ''}`}>
            <AllergiesCard user_id={user_id} />
          </div>
        </div>
      </div>
    </div>
  )
}

const atMost = 2000
const aMoment = 50

/** Nobody knows how high a card will be: what stands below it is not drawn before it, or it would slide, but waits no longer than this. */
function useHeld(waiting: boolean) {
  const skeleton = useSkeleton(waiting)
  const held = useSettled(waiting || skeleton, aMoment)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), atMost)
    return () => clearTimeout(timer)
  }, [])
  return held && !late
}
