import { fullName } from '@sukoyaka/rules/person'
import type { MessageRoom } from '@sukoyaka/wire/message-room'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CannedReplyPicker } from '../../canned-reply/CannedReplyPicker.tsx'
import { useMay } from '../../kit/use-may.ts'
import { ProposeButton } from '../../message/card/ProposeButton.tsx'
import { useListPatientsQuery } from '../../patient/api.ts'
import { IconButton } from '../../ui/IconButton.tsx'

const AskDialog = lazy(async () => ({ default: (await import('../../data-entry-request/AskDialog.tsx')).AskDialog }))

/** What staff put into a thread beside words of their own: replies kept ready, a questionnaire asked for, an interview proposed. */
export function ComposerTools({ patient, onInsert }: { patient: MessageRoom['patient']; onInsert: (text: string) => void }) {
  const { t } = useTranslation(['data_entry_request', 'message_card', 'canned_reply'])
  const mayBook = useMay('bookings.write')
  const [isAsking, setAsking] = useState(false)
  const { currentData } = useListPatientsQuery({ q: { id_eq: patient.id }, include: ['care_people'] })
  const doctor = currentData?.items[0]?.care_people?.find(({ main, role }) => main && role === 'doctor')?.user
  return (
    <>
      <CannedReplyPicker size="small" patient={{ ...patient, main_doctor: doctor ? fullName(doctor, 'ja') : null }} onInsert={onInsert} />
      <IconButton size="small" label={t('data_entry_request:ask')} icon={<IconClipboardText aria-hidden />} onClick={() => setAsking(true)} />
      {mayBook ? <ProposeButton patient_id={patient.id} /> : null}
      <Suspense>{isAsking ? <AskDialog user_id={patient.id} onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  )
}
