import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../../api/call-error.ts'
import { useFormDraft } from '../../../../api/form-drafts.ts'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useAddWaitlistEntryMutation } from '../api.ts'
import classes from '../Booking.module.css'
import { wordsOf } from '../words.ts'

/** Date range for the waitlist of an earlier date. */
export function WaitDialog({ checkup, onClose }: { checkup: TestPackage; onClose: () => void }) {
  const { t } = useTranslation(['booking', 'common'])
  const [add, { isLoading }] = useAddWaitlistEntryMutation()
  const min = addDays(tokyoDay(new Date()), 1)
  const max = addDays(tokyoDay(checkup.tested_at), -1)
  const first = { earliest: min as string | null, latest: max as string | null }
  const { value, put, forget } = useFormDraft(`test_packages/${checkup.id}/wait`, first)
  const [errors, setErrors] = useState<{ earliest?: string; latest?: string; all?: string }>({})
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (isLoading) return
    const { earliest, latest } = value
    if (!earliest || !latest) return setErrors({ [earliest ? 'latest' : 'earliest']: t('booking:wait.missing') })
    if (latest < earliest) return setErrors({ latest: t('booking:wait.order') })
    setErrors({})
    const { error } = await add({ test_package_id: checkup.id, earliest, latest })
    if (error) return setErrors({ all: wordsOf(error as CallError) })
    toast.success(t('booking:wait.saved'))
    leave()
  }
  return (
    <Dialog
      title={t('booking:wait.title')}
      onClose={leave}
      onSubmit={() => void submit()}
      unsaved={JSON.stringify(value) !== JSON.stringify(first)}
      footer={(close) => <SubmitButtons label={t('booking:wait.save')} isBusy={isLoading} onCancel={close} />}
    >
      <div className={classes.section}>
        <p>{t('booking:wait.lead')}</p>
        <DatePicker
          label={t('booking:wait.earliest')}
          value={value.earliest}
          min={min}
          max={max}
          error={errors.earliest}
          onChange={(earliest) => put({ earliest })}
        />
        <DatePicker label={t('booking:wait.latest')} value={value.latest} min={min} max={max} error={errors.latest} onChange={(latest) => put({ latest })} />
        {errors.all ? (
          <div role="alert">
            <FieldMessage id="wait-failed">{errors.all}</FieldMessage>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
