import { fullName } from '@sukoyaka/rules/person'
import { scopeOf } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { selectMe, selectSession } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useEventStream } from '../../app/use-event-stream.ts'
import { useListDataEntryRequestsQuery } from '../../domains/data-entry-request/api.ts'
import { useReadRecords } from '../../domains/notification/use-unread-records.ts'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { QuestionnaireView } from '../../domains/questionnaire/QuestionnaireView.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { idPattern } from '../../ui/page/id.ts'
import { useKeepFocus } from '../../ui/page/keep-focus.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** One questionnaire on a full page, without the navigation rail. */
export function QuestionnairePage() {
  const { t } = useTranslation('questionnaire')
  const { userId = '', id = '' } = useParams()
  const me = useAppSelector(selectMe)
  const language = useLanguage()
  const navigate = useNavigate()
  useEventStream(useAppSelector((state) => selectSession(state).credentials?.access_token))
  useKeepFocus()
  if (!idPattern.test(userId) || !idPattern.test(id)) throw new PageError(404)
  const user_id = Number(userId)
  const { currentData } = useListPatientsQuery({ q: { id_eq: user_id } })
  const patient = currentData?.items[0]
  usePageTitle(t('title'))
  const isOwn = me?.role === 'patient'
  const requests = useListDataEntryRequestsQuery({ patient_id: user_id }, { skip: !isOwn })
  const ownRequests = (requests.currentData?.items ?? []).filter(({ questionnaire_id }) => questionnaire_id === Number(id))
  useReadRecords(
    'data_entry_request',
    ownRequests.map((request) => request.id),
    { skip: !isOwn },
  )
  if (!me) return null
  if ((isOwn && me.id !== user_id) || (currentData && !patient)) throw new PageError(404)
  return (
    <main id="content" tabIndex={-1} data-density="comfortable">
      <QuestionnaireView
        id={Number(id)}
        user_id={user_id}
        sex={patient === undefined ? undefined : (patient.sex ?? null)}
        title={isOwn || !patient ? t('title') : t('titleFor', { name: fullName(patient, language) })}
        isOwn={isOwn}
        mayAnswer={scopeOf(me.role, 'health_data.write') !== undefined}
        onClose={() => void navigate(`/${user_id}/summary`)}
      />
    </main>
  )
}
