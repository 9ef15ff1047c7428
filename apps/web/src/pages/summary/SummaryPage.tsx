import { fullName } from '@sukoyaka/rules/person'
import { isCareRole } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { AbnormalCard } from '../../checkup/AbnormalCard.tsx'
import { ContractState } from '../../contract/ContractState.tsx'
import { AllergiesCard } from '../../illness/AllergiesCard.tsx'
import { DrugAllergy } from '../../illness/DrugAllergy.tsx'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { setSidebarLayer } from '../../message/sidebar/open-state.ts'
import { useListPatientsQuery } from '../../patient/api.ts'
import { PatientHeader, PatientHeaderWaiting } from '../../patient/PatientHeader.tsx'
import { ErrorState } from '../../ui/Empty.tsx'
import { useSkeleton } from '../../ui/Skeleton.tsx'
import { useLanguage } from '../../ui/tokyo.ts'
import { PatientHome } from './PatientHome.tsx'
import classes from './SummaryPage.module.css'

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
  const failed = isError && !currentData && !isFetching
  const skeleton = useSkeleton(!currentData && !failed)
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
        <div className={classes.grid}>
          <AbnormalCard user_id={user_id} />
          <div className={classes.side}>
            <AllergiesCard user_id={user_id} />
          </div>
        </div>
      </div>
    </div>
  )
}
