import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { PageError } from '../../kit/page-error.ts'
import { selectMe } from '../../kit/session.ts'
import { useAppSelector } from '../../kit/store.ts'
import { usePageTitle } from '../../kit/title.ts'
import { StressForm } from '../../stress-check/StressForm.tsx'

/** Only the person answers. */
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
