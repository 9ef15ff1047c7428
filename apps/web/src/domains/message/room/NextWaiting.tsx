import { addressedName } from '@sukoyaka/rules/person'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useKeys } from '../../../ui/page/keys.ts'
import { useNextWaiting } from './use-next-waiting.ts'

const roomUrl = (patient_id: number) => `/messages/${patient_id}`

/** Registers the key N, which opens the next waiting conversation. `patient_id`: whose conversation is open, if any. */
export function useNextWaitingKey(patient_id: number | undefined) {
  const { t } = useTranslation('message_room')
  const navigate = useNavigate()
  const { next } = useNextWaiting(patient_id)
  useKeys([{ key: 'n', label: t('waiting.nextKey'), run: () => next && void navigate(roomUrl(next.patient.id)) }])
}

/** Link to the next conversation that waits for a reply. `isWaiting`: the conversation with `patient_id` waits, too. */
export function NextWaiting({ patient_id, isWaiting }: { patient_id: number; isWaiting?: boolean }) {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  const { next, count } = useNextWaiting(patient_id, isWaiting)
  if (!next) return null
  return (
    <ButtonLink
      kind="ghost"
      size="small"
      icon={<IconArrowRight aria-hidden />}
      to={roomUrl(next.patient.id)}
      aria-label={t('waiting.nextNamed', { count, name: addressedName(next.patient, language, 'staff') })}
    >
      {t('waiting.next', { count })}
    </ButtonLink>
  )
}
