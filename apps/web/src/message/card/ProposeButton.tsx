import { IconCalendarPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'

const ProposeInterviewDialog = lazy(async () => ({ default: (await import('./ProposeInterviewDialog.tsx')).ProposeInterviewDialog }))

/** Proposes times for an interview in the thread of a patient. */
export function ProposeButton({ patient_id }: { patient_id: number }) {
  const { t } = useTranslation('message_card')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton size="small" label={t('propose.button')} icon={<IconCalendarPlus aria-hidden />} onClick={() => setOpen(true)} />
      <Suspense>{isOpen ? <ProposeInterviewDialog patient_id={patient_id} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
