import type { DatedPackage } from '@sukoyaka/rules/test-package'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { useAddWaitlistEntryMutation } from '../api.ts'

type Props = { checkup: DatedPackage; isStaff?: boolean; onClose: () => void }

/** Asks for the days on which the patient wants an earlier date, and puts the patient on the waitlist. */
export function WaitDialog({ checkup, isStaff = false, onClose }: Props) {
  const { t } = useTranslation('booking')
  const [add] = useAddWaitlistEntryMutation()
  const min = addDays(tokyoDay(new Date()), 1)
  const max = addDays(tokyoDay(checkup.tested_at), -1)
  const first = { earliest: min as string | null, latest: max as string | null }
  const form = useForm(`test_packages/${checkup.id}/wait`, first, {
    check: ({ earliest, latest }) => ({
      earliest: earliest ? undefined : t('wait.missing'),
      latest: !latest ? t('wait.missing') : earliest && latest < earliest ? t('wait.order') : undefined,
    }),
    send: ({ earliest, latest }) => add({ test_package_id: checkup.id, earliest: earliest!, latest: latest! }),
    messages: { done: t(isStaff ? 'waitStaff.saved' : 'wait.saved') },
    onClose,
  })
  return (
    <FormDialog form={form} title={t(isStaff ? 'waitStaff.open' : 'wait.title')} submit={t(isStaff ? 'waitStaff.save' : 'wait.save')}>
      <p>{t(isStaff ? 'waitStaff.lead' : 'wait.lead')}</p>
      <DatePicker label={t('wait.earliest')} min={min} max={max} {...form.field('earliest')} />
      <DatePicker label={t('wait.latest')} min={min} max={max} {...form.field('latest')} />
    </FormDialog>
  )
}
