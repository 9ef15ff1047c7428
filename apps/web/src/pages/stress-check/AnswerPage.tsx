import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { StressForm } from '../../domains/stress-check/StressForm.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'

/** Only the patient may answer. */
export function AnswerPage() {
  const { t } = useTranslation('stress_check')
  const { userId } = useParams()
  const me = useAppSelector(selectMe)
  const navigate = useNavigate()
  usePageTitle(t('form.title'))
  if (!me) return null
  if (me.role !== 'patient' || String(me.id) !== userId) throw new PageError(404)
  const back = () => void navigate(`/${me.id}/stress_check`)
  return <StressForm user_id={me.id} onClose={back} onDone={back} />
}
