import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../../api/call-error.ts'
import { useFormDraft } from '../../../../api/form-drafts.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { lengthOf } from '../../../../ui/form/length.ts'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useCancelTestPackageMutation, useRemoveTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import { Notice } from '../Notice.tsx'
import { wordsOf } from '../words.ts'

const maxReasonLength = 500

/** Cancels a fixed checkup with a reason; deletes one still being arranged. */
export function CancelDialog({ checkup, name, onBack, onDone }: { checkup: TestPackage; name: string; onBack: () => void; onDone: () => void }) {
  const { t } = useTranslation(['booking', 'common'])
  const language = useLanguage()
  const [cancel, cancelling] = useCancelTestPackageMutation()
  const [remove, removing] = useRemoveTestPackageMutation()
  const [notify, setNotify] = useState(true)
  const [ignoresCutoff, setIgnoresCutoff] = useState(false)
  const [failed, setFailed] = useState<string>()
  const isBeingArranged = checkup.status === testPackageStatus.edit
  const words = isBeingArranged ? 'remove' : 'cancel'
  const { id, user_id, tested_at, change_until } = checkup
  const { value: reason, set: setReason, forget } = useFormDraft(`test_packages/${id}/cancel`, '')
  const isLate = change_until !== null && Date.parse(change_until) < Date.now()
  const isLoading = cancelling.isLoading || removing.isLoading
  const submit = async () => {
    if (isLoading || lengthOf(reason) > maxReasonLength) return
    setFailed(undefined)
    const { error } = isBeingArranged
      ? await remove({ id })
      : await cancel({ id, notify, ...(reason.trim() && { reason: reason.trim() }), ...(isLate && ignoresCutoff && { despite_cutoff: true }) })
    if (error) return setFailed(wordsOf(error as CallError))
    toast.success(t(`booking:${words}.done`))
    forget()
    onDone()
  }
  return (
    <Dialog
      title={t(`booking:${words}.title`)}
      subtitle={isBeingArranged ? name : `${name} ${formatDate(tested_at, language, { weekday: true, time: true })}`}
      onClose={() => {
        forget()
        onBack()
      }}
      unsaved={reason !== ''}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.close')}
          </Button>
          <Button kind="dan" icon={<IconTrash aria-hidden />} loading={isLoading} onClick={() => void submit()}>
            {t(`booking:${words}.title`)}
          </Button>
        </>
      )}
    >
      <div className={classes.section}>
        <p>{t(`booking:${words}.text`)}</p>
        {failed === undefined ? null : (
          <div role="alert" ref={(element) => element?.scrollIntoView?.({ block: 'nearest' })}>
            <FieldMessage id="cancel-failed">{failed}</FieldMessage>
          </div>
        )}
        {isBeingArranged ? null : (
          <>
            <TextArea
              label={t('booking:cancel.reason')}
              hint={t('booking:cancel.reasonHint')}
              value={reason}
              maxLength={maxReasonLength}
              rows={2}
              lang="ja"
              onChange={setReason}
            />
            {isLate ? (
              <Checkbox label={t('booking:edit.despite')} checked={ignoresCutoff} onChange={(event) => setIgnoresCutoff(event.currentTarget.checked)} />
            ) : null}
            <Notice user_id={user_id} change="cancelled" tested_at={tested_at} value={notify} onChange={setNotify} />
          </>
        )}
      </div>
    </Dialog>
  )
}
