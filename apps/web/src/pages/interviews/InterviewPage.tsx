import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { FeedsButton } from '../../domains/calendar/FeedsButton.tsx'
import { ConcernValues } from '../../domains/checkup/ConcernValues.tsx'
import { DrugAllergy } from '../../domains/illness/dialogs/DrugAllergy.tsx'
import { useGetInterviewQuery } from '../../domains/interview/api.ts'
import { InterviewEditor } from '../../domains/interview/edit/InterviewEditor.tsx'
import { MyInterview } from '../../domains/interview/MyInterview.tsx'
import { useInterviewName } from '../../domains/interview/words.ts'
import { KartesCard } from '../../domains/karte/KartesCard.tsx'
import { KarteBeside } from '../../domains/karte/pane/KarteBeside.tsx'
import { WriteButton } from '../../domains/karte/pane/WriteButton.tsx'
import { MinutesPanel } from '../../domains/minutes/MinutesPanel.tsx'
import { useReadRecords } from '../../domains/notification/use-unread-records.ts'
import { QueryContent, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { throwIfNotFound } from '../error/not-found.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient } from '../patient/use-patient.ts'
import { ChangeRequest } from './ChangeRequest.tsx'
import classes from './InterviewsPage.module.css'

export function InterviewPage() {
  // load all namespaces together: one loading later would suspend the whole page
  useTranslation(['interviews', 'interview', 'calendar', 'minutes', 'karte', 'shell'])
  const { interviewId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!idPattern.test(interviewId)) throw new PageError(404)
  if (!me) return null
  return <InterviewContent key={interviewId} id={Number(interviewId)} isPatient={me.role === 'patient'} />
}

function InterviewContent({ id, isPatient }: { id: number; isPatient: boolean }) {
  const { t } = useTranslation('interviews')
  const query = useGetInterviewQuery({ id })
  const { currentData } = query
  const state = useQueryState(query)
  const nameOf = useInterviewName()
  useReadRecords('interview', currentData ? [id] : [], { skip: !isPatient })
  usePageTitle(currentData ? nameOf(currentData) : t('one'))
  throwIfNotFound(query)
  if (!state.data)
    return (
      <div className={classes.page}>
        <QueryContent state={state} query={query} error={t('error')} skeleton={<SkeletonLines count={8} />}>
          {() => null}
        </QueryContent>
      </div>
    )
  if (isPatient)
    return (
      <div className={classes.mine} data-density="comfortable">
        <h1>{t('one')}</h1>
        <MyInterview interview={state.data} />
        <ChangeRequest interview={state.data} />
        <div>
          <FeedsButton />
        </div>
      </div>
    )
  return <StaffInterview interview={state.data} />
}

function StaffInterview({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const navigate = useNavigate()
  const user_id = interview.interviewee_id
  const patientState = usePatient(user_id)
  return (
    <KarteBeside
      user_id={user_id}
      interview_id={interview.id}
      patient={patientState.patient}
      alert={<DrugAllergy reactions={patientState.patient?.allergy_reactions} />}
    >
      <div className={classes.one}>
        <PatientFrame user_id={user_id} {...patientState}>
          <InterviewEditor
            interview={interview}
            back={{ to: '/interviews', label: t('page.title') }}
            onRemoved={() => void navigate('/interviews', { replace: true })}
            action={<WriteButton kind="secondary" />}
            minutes={<MinutesPanel interview_id={interview.id} isAwaited={interview.status !== 'cancelled'} />}
            beside={
              <>
                <ConcernValues user_id={user_id} title={t('concerns')} />
                <KartesCard user_id={user_id} />
              </>
            }
          />
        </PatientFrame>
      </div>
    </KarteBeside>
  )
}
