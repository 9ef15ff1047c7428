import { fullName } from '@sukoyaka/rules/person'
import { IconChecklist, IconMessageCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { useListDataEntryRequestsQuery } from '../../domains/data-entry-request/api.ts'
import { useReadRecords } from '../../domains/notification/use-unread-records.ts'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { QuestionnaireView } from '../../domains/questionnaire/QuestionnaireView.tsx'
import { StaffQuestionnaire } from '../../domains/questionnaire/staff/StaffQuestionnaire.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'

const RelatedRecords = lazyNamed(() => import('./RelatedRecords.tsx'), 'RelatedRecords')
const TaskDialog = lazyNamed(() => import('../../domains/task/TaskDialog.tsx'), 'TaskDialog')

type Props = { id: number; user_id: number; onClose: () => void }

/** One questionnaire: a full page for the patient, for staff inside the patient's page. */
export function QuestionnairePage() {
  const { userId = '', id = '' } = useParams()
  const me = useAppSelector(selectMe)
  const navigate = useNavigate()
  if (!idPattern.test(userId) || !idPattern.test(id)) throw new PageError(404)
  if (!me) return null
  const user_id = Number(userId)
  const props = { id: Number(id), user_id, onClose: () => void navigate(`/${user_id}/summary`) }
  if (me.role !== 'patient') return <StaffPage {...props} />
  if (me.id !== user_id) throw new PageError(404)
  return <OwnPage {...props} />
}

function OwnPage({ id, user_id, onClose }: Props) {
  const { t } = useTranslation('questionnaire')
  const patients = useListPatientsQuery({ q: { id_eq: user_id } })
  const patient = patients.currentData?.items[0]
  const requests = useListDataEntryRequestsQuery({ patient_id: user_id })
  usePageTitle(t('title'))
  useReadRecords(
    'data_entry_request',
    (requests.currentData?.items ?? []).filter(({ questionnaire_id }) => questionnaire_id === id).map((request) => request.id),
    { skip: false },
  )
  if (patients.currentData && !patient) throw new PageError(404)
  return (
    <main id="content" tabIndex={-1} data-density="comfortable">
      <QuestionnaireView id={id} user_id={user_id} patient={{ ...patients, currentData: patient }} onClose={onClose} />
    </main>
  )
}

function StaffPage({ id, user_id, onClose }: Props) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const mayAnswer = usePermission('health_data.write')
  const patientState = usePatient(user_id)
  const patient = patientState.state.data
  usePatientTitle(patient, t('title'))
  return (
    <PatientFrame user_id={user_id} {...patientState}>
      {patient ? (
        <StaffQuestionnaire
          id={id}
          user_id={user_id}
          sex={patient.sex ?? null}
          title={t('titleFor', { name: fullName(patient, language) })}
          mayAnswer={mayAnswer}
          actions={<UrgentActions user_id={user_id} />}
          related={(symptoms) => (
            <Suspense>
              <RelatedRecords user_id={user_id} symptoms={symptoms} />
            </Suspense>
          )}
          onClose={onClose}
        />
      ) : null}
    </PatientFrame>
  )
}

/** What to do about an urgent symptom: write to the patient, or add a task. */
function UrgentActions({ user_id }: { user_id: number }) {
  const { t } = useTranslation('questionnaire')
  const mayAddTask = usePermission('coordination.write')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayAddTask ? (
        <Button kind="soft" size="small" icon={<IconChecklist aria-hidden />} onClick={() => setOpen(true)}>
          {t('staff.addTask')}
        </Button>
      ) : null}
      <ButtonLink kind="ghost" size="small" icon={<IconMessageCircle aria-hidden />} to={`/messages/${user_id}`}>
        {t('staff.write')}
      </ButtonLink>
      {isOpen ? (
        <Suspense>
          <TaskDialog user_id={user_id} onClose={() => setOpen(false)} onRejected={() => setOpen(true)} />
        </Suspense>
      ) : null}
    </>
  )
}
