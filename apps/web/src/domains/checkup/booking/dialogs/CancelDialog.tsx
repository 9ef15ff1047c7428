import { isDayOnly } from '@sukoyaka/rules/test-package'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../../../ui/date/tokyo.ts'
import { FormFailure } from '../../../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../../../ui/form/length.ts'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { useCancelTestPackageMutation, useRemoveTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import { Notice } from '../Notice.tsx'

const maxReasonLength = 500

/** Cancels a booked checkup, optionally with a reason, or deletes a checkup that is still being arranged. */
export function CancelDialog({ checkup, name, onBack, onDone }: { checkup: TestPackage; name: string; onBack: () => void; onDone: () => void }) {
  const { t } = useTranslation(['booking', 'common'])
  const language = useLanguage()
  const [cancel] = useCancelTestPackageMutation()
  const [remove] = useRemoveTestPackageMutation()
  const isBeingArranged = checkup.status === testPackageStatus.edit
  const words = isBeingArranged ? 'remove' : 'cancel'
  const { id, user_id, tested_at, change_until } = checkup
  const isLate = change_until !== null && Date.parse(change_until) < Date.now()
  const form = useForm(
    `test_packages/${id}/cancel`,
    { reason: '', notify: true, ignoresCutoff: false },
    {
      check: ({ reason }) => ({ reason: lengthOf(reason) > maxReasonLength }),
      send: ({ reason, notify, ignoresCutoff }) =>
        isBeingArranged
          ? remove({ id })
          : cancel({ id, notify, ...(reason.trim() && { reason: reason.trim() }), ...(isLate && ignoresCutoff && { despite_cutoff: true }) }),
      messages: { done: t(`booking:${words}.done`) },
      onSaved: onDone,
    },
  )
  return (
    <Dialog
      title={t(`booking:${words}.title`)}
      subtitle={isBeingArranged || tested_at === null ? name : `${name} ${formatDate(tested_at, language, { weekday: true, time: !isDayOnly(checkup) })}`}
      onClose={() => {
        form.close()
        onBack()
      }}
      unsaved={form.values.reason !== ''}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.close')}
          </Button>
          <Button kind="danger" icon={<IconTrash aria-hidden />} loading={form.isSending} onClick={() => form.submit()}>
            {t(`booking:${words}.title`)}
          </Button>
        </>
      )}
    >
      <div className={classes.section}>
        <p>{t(isBeingArranged || checkup.facility_id !== null ? `booking:${words}.text` : 'booking:cancel.textElsewhere')}</p>
        {form.failure ? (
          <div ref={(element) => element?.scrollIntoView?.({ block: 'nearest' })}>
            <FormFailure form={form} />
          </div>
        ) : null}
        {isBeingArranged ? null : (
          <>
            <TextArea
              label={t('booking:cancel.reason')}
              hint={t('booking:cancel.reasonHint')}
              maxLength={maxReasonLength}
              rows={2}
              lang="ja"
              {...form.field('reason')}
            />
            {isLate ? <Checkbox label={t('booking:edit.despite')} {...form.checkbox('ignoresCutoff')} /> : null}
            <Notice user_id={user_id} change="cancelled" tested_at={tested_at ?? undefined} {...form.field('notify')} />
          </>
        )}
      </div>
    </Dialog>
  )
}
