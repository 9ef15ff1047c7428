import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { ScheduleCard } from '../../domains/interview/schedule/ScheduleCard.tsx'
import { InlineComposer } from '../../domains/karte/pane/InlineComposer.tsx'
import { KarteBeside } from '../../domains/karte/pane/KarteBeside.tsx'
import { WriteButton } from '../../domains/karte/pane/WriteButton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'
import { Stream } from './Stream.tsx'
import classes from './TimelinePage.module.css'

export function TimelinePage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!idPattern.test(userId)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  return me.role === 'patient' ? <OwnTimeline user_id={user_id} /> : <StaffTimeline key={userId} user_id={user_id} />
}

function StaffTimeline({ user_id }: { user_id: number }) {
  const { t } = useTranslation('patient')
  const patientState = usePatient(user_id)
  const { patient } = patientState
  usePatientTitle(patient, t('page.timeline'))
  return (
    <KarteBeside user_id={user_id} patient={patient} alert={<DrugAllergy reactions={patient?.allergy_reactions} />} fills>
      <div className={classes.page}>
        <PatientFrame user_id={user_id} {...patientState}>
          <Stream user_id={user_id} audience="staff" action={<WriteButton />}>
            <InlineComposer user_id={user_id} />
            <UpcomingCard user_id={user_id} />
          </Stream>
        </PatientFrame>
      </div>
    </KarteBeside>
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
      <Stream user_id={user_id} audience="patient">
        <UpcomingCard user_id={user_id} />
      </Stream>
    </div>
  )
}

function UpcomingCard({ user_id }: { user_id: number }) {
  return <ScheduleCard user_id={user_id} checkups={useListTestPackagesQuery({ user_id })} />
}
