import { isCareRole } from '@sukoyaka/wire/access'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppDispatch, useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { AbnormalCard } from '../../domains/checkup/AbnormalCard.tsx'
import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import { ReleaseCard } from '../../domains/checkup/release/ReleaseCard.tsx'
import { useNewestResults } from '../../domains/checkup/use-newest-values.ts'
import { ContractState } from '../../domains/contract/ContractState.tsx'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { FollowUpsCard } from '../../domains/imaging/FollowUpsCard.tsx'
import { useListInterviewsQuery } from '../../domains/interview/api.ts'
import { ScheduleCard } from '../../domains/interview/schedule/ScheduleCard.tsx'
import { KarteBeside } from '../../domains/karte/pane/KarteBeside.tsx'
import { WriteButton } from '../../domains/karte/pane/WriteButton.tsx'
import { MembershipButton } from '../../domains/membership/MembershipButton.tsx'
import { setSidebarOverlayOpen } from '../../domains/message/sidebar/open-state.ts'
import { CareTeam } from '../../domains/patient/CareTeam.tsx'
import { CondensedPatientHeader, PatientHeader, PatientHeaderWaiting } from '../../domains/patient/PatientHeader.tsx'
import { ScoreStrip } from '../../domains/score/ScoreStrip.tsx'
import { TasksCard } from '../../domains/task/TasksCard.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { useIsPhone } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Near } from '../../ui/loading/Near.tsx'
import { useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { PatientAlerts } from '../patient/PatientAlerts.tsx'
import { PatientTabs } from '../patient/PatientTabs.tsx'
import { RecordSkeleton } from '../patient/RecordSkeleton.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'
import { requestFirstView } from './first-view.ts'
import { onOpening } from './opening.ts'
import { PatientMenu } from './PatientMenu.tsx'
import classes from './SummaryPage.module.css'
import { SummaryTextButton } from './SummaryTextButton.tsx'

// cards below the first view of a large window, whose code is loaded when they are needed
const Assessments = lazyNamed(() => import('./below/Assessments.tsx'), 'Assessments')
const HabitGoalsCard = lazyNamed(() => import('../../domains/habit/HabitGoalsCard.tsx'), 'HabitGoalsCard')
const KartesCard = lazyNamed(() => import('../../domains/karte/KartesCard.tsx'), 'KartesCard')
const MedicationCard = lazyNamed(() => import('../../domains/medication/MedicationCard.tsx'), 'MedicationCard')
const AllergiesCard = lazyNamed(() => import('../../domains/illness/AllergiesCard.tsx'), 'AllergiesCard')
const FamilyHistoryCard = lazyNamed(() => import('../../domains/illness/FamilyHistoryCard.tsx'), 'FamilyHistoryCard')
const PastIllnessCard = lazyNamed(() => import('../../domains/illness/PastIllnessCard.tsx'), 'PastIllnessCard')
const OperationsCard = lazyNamed(() => import('../../domains/illness/OperationsCard.tsx'), 'OperationsCard')
const Bookings = lazyNamed(() => import('./below/Bookings.tsx'), 'Bookings')
const QuestionnairesCard = lazyNamed(() => import('../../domains/questionnaire/QuestionnairesCard.tsx'), 'QuestionnairesCard')
const RequestQuestionnaireButton = lazyNamed(() => import('../../domains/data-entry-request/RequestQuestionnaireButton.tsx'), 'RequestQuestionnaireButton')
const StressCheckCard = lazyNamed(() => import('../../domains/stress-check/StressCheckCard.tsx'), 'StressCheckCard')
const RecommendationsCard = lazyNamed(() => import('../../domains/shop/recommend/RecommendationsCard.tsx'), 'RecommendationsCard')
const DiseaseChooser = lazyNamed(() => import('../../domains/assessment/disease/DiseaseChooser.tsx'), 'DiseaseChooser')

/** Summary of one patient for staff. */
export function StaffSummary({ user_id }: { user_id: number }) {
  const me = useAppSelector(selectMe)
  const hasList = me !== undefined && isCareRole(me.role)
  // load namespaces of data-dependent parts with the page: one loading later would suspend the whole page
  const { t } = useTranslation(['patient', 'ui', 'contract', 'illness', 'booking', 'interview', 'karte', 'shell', 'imaging', 'task'])
  const patientState = usePatient(user_id)
  const { patient, query, state } = patientState
  const title = t('patient:page.summary')
  usePatientTitle(patient, title)
  return (
    <KarteBeside user_id={user_id} patient={state.data} alert={<DrugAllergy reactions={state.data?.allergy_reactions} />}>
      <div className={classes.page}>
        <FirstView user_id={user_id} />
        <Header user_id={user_id} onOpenList={hasList ? () => setSidebarOverlayOpen(true) : undefined} {...patientState} />
        {state.isFailed ? (
          <div className={classes.failed}>
            <h1 className="visually-hidden">{title}</h1>
            <ErrorState title={t('patient:header.error')} onRetry={() => void query.refetch()} />
          </div>
        ) : null}
        {state.data ? <Record patient={state.data} /> : state.isSkeletonShown ? <RecordSkeleton /> : null}
      </div>
    </KarteBeside>
  )
}

/** Requests the data of the first view on mount. A link to another summary on this page requests that patient's data already on the click. */
function FirstView({ user_id }: { user_id: number }) {
  const dispatch = useAppDispatch()
  useEffect(() => requestFirstView(dispatch, user_id), [dispatch, user_id])
  useEffect(() => onOpening((next) => requestFirstView(dispatch, next)), [dispatch])
  return null
}

type HeaderProps = ReturnType<typeof usePatient> & { user_id: number; onOpenList: (() => void) | undefined }

function Header({ user_id, patient, state, onOpenList }: HeaderProps) {
  const onPhone = useIsPhone()
  const alert = <PatientAlerts patient={patient} />
  const tabs = <PatientTabs user_id={user_id} />
  if (onPhone || state.isFailed)
    return (
      <CondensedPatientHeader
        patient={state.data}
        skeleton={state.isSkeletonShown}
        alert={alert}
        tabs={tabs}
        onOpenList={onOpenList}
        menu={state.data ? <PatientMenu user_id={user_id} /> : null}
      />
    )
  if (!state.data) return <PatientHeaderWaiting skeleton={state.isSkeletonShown} tabs={tabs} />
  return (
    <PatientHeader
      patient={state.data}
      contract={
        <>
          <ContractState contracts={state.data.contracts ?? []} />
          <MembershipButton user_id={user_id} />
        </>
      }
      alert={alert}
      tabs={tabs}
      actions={
        <>
          <SummaryTextButton user_id={user_id} />
          <WriteButton />
        </>
      }
    />
  )
}

/** Everything below the header. Mounted once the patient is loaded, so that nothing of the record is visible or usable before name and allergies are. */
function Record({ patient }: { patient: Patient }) {
  const onPhone = useIsPhone()
  const user_id = patient.id
  const results = useNewestResults(user_id)
  const checkups = useListTestPackagesQuery({ user_id })
  const interviews = useListInterviewsQuery({ interviewee_id: user_id })
  const isMainHidden = useHiddenUntilLoaded(!results.currentData && !results.isError)
  const isSideHidden = useHiddenUntilLoaded((!interviews.currentData && !interviews.isError) || (!checkups.currentData && !checkups.isError))
  return (
    <div className={classes.content}>
      {onPhone ? (
        <div className={classes.facts}>
          <ContractState contracts={patient.contracts ?? []} />
          <MembershipButton user_id={user_id} />
          <CareTeam team={patient.care_people ?? []} />
        </div>
      ) : null}
      <ScoreStrip user_id={user_id} />
      <div className={classes.grid}>
        <div className={classes.main}>
          <AbnormalCard user_id={user_id} />
          <FollowUpsCard user_id={user_id} />
          <MainCards patient={patient} className={clsx(classes.main, isMainHidden && classes.held)} />
        </div>
        <div className={clsx(classes.side, isMainHidden && classes.underMain)}>
          <ScheduleCard user_id={user_id} checkups={checkups} />
          <div className={clsx(classes.side, isSideHidden && classes.held)}>
            <TasksCard user_id={user_id} />
            <ReleaseCard user_id={user_id} />
            <HistoryCards patient={patient} />
          </div>
        </div>
        <div className={clsx(classes.records, isMainHidden && classes.held, isSideHidden && classes.underSide)}>
          <RecordCards patient={patient} />
        </div>
      </div>
    </div>
  )
}

/** The heights of the placeholders are those of a usual record. */
function MainCards({ patient, className }: { patient: Patient; className: string }) {
  const { t } = useTranslation(['assessment', 'habit', 'karte'])
  const user_id = patient.id
  return (
    <div className={className}>
      <Near title={t('assessment:card.title')} height={440}>
        <Assessments patient={patient} />
      </Near>
      <div className={classes.pair}>
        <Near title={t('habit:card.title')} height={500}>
          <HabitGoalsCard user_id={user_id} />
        </Near>
        <Near title={t('karte:card.title')} height={500}>
          <KartesCard user_id={user_id} />
        </Near>
      </div>
    </div>
  )
}

function HistoryCards({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['medication', 'illness'])
  const user_id = patient.id
  return (
    <>
      <Near title={t('medication:card.title')} height={260}>
        <MedicationCard user_id={user_id} allergies={patient.allergy_reactions} />
      </Near>
      <Near title={t('illness:allergy.title')} height={200}>
        <AllergiesCard user_id={user_id} included={patient.allergy_reactions} />
      </Near>
      <Near title={t('illness:family.title')} height={200}>
        <FamilyHistoryCard user_id={user_id} DiseaseField={DiseaseChooser} />
      </Near>
      <Near title={t('illness:past.title')} height={240}>
        <PastIllnessCard user_id={user_id} DiseaseField={DiseaseChooser} />
      </Near>
      <Near title={t('illness:operation.title')} height={180}>
        <OperationsCard user_id={user_id} />
      </Near>
    </>
  )
}

function RecordCards({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['booking', 'questionnaire', 'recommend'])
  const canAnswer = usePermission('health_data.write')
  const canRequestAnswers = usePermission('coordination.write')
  const user_id = patient.id
  return (
    <div className={classes.pair}>
      <Near title={t('booking:list.title')} height={600}>
        <Bookings patient={patient} />
      </Near>
      <div className={classes.side}>
        <Near title={t('questionnaire:card.title')} height={380}>
          <QuestionnairesCard user_id={user_id} mayAnswer={canAnswer}>
            {canRequestAnswers ? <RequestQuestionnaireButton user_id={user_id} /> : null}
          </QuestionnairesCard>
        </Near>
        <Near>
          <StressCheckCard user_id={user_id} />
        </Near>
        <Near title={t('recommend:list.title')} height={180}>
          <RecommendationsCard user_id={user_id} />
        </Near>
      </div>
    </div>
  )
}

const maxHiddenMs = 2000
const debounceMs = 50

/** Hides content below a card of unknown height until it has loaded, to avoid layout shift; at most for `maxHiddenMs`. */
function useHiddenUntilLoaded(waiting: boolean) {
  // the content stays hidden as long as the card shows its skeleton
  const skeleton = useSkeleton(waiting)
  const isHidden = useDebounced(waiting || skeleton, debounceMs)
  const [isTimedOut, setTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), maxHiddenMs)
    return () => clearTimeout(timer)
  }, [])
  return isHidden && !isTimedOut
}
