import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import type { OpenPatient } from '../overlay/open-patient.tsx'
import classes from '../overlay/RecordsDialog.module.css'
import { FormFailure } from './FormFailure.tsx'
import { SubmitButtons } from './SubmitButtons.tsx'
import type { SendRequest } from './save.ts'
import type { FormFrame } from './use-form.ts'

type Removal = {
  /** Label of the button that opens the confirmation; "delete" by default. */
  open?: string
  title: string
  question: string
  confirm: string
  what?: string
  send: SendRequest
  done: string
  failed: string
}
type Props = {
  form: FormFrame
  title: ReactNode
  subtitle?: ReactNode
  patient?: OpenPatient | null | undefined
  width?: 480 | 640 | 1000
  side?: boolean
  /** Label of the submit button; "save" by default. */
  submit?: string | undefined
  /** Label of the cancel button; "cancel" by default. */
  cancel?: string
  isDanger?: boolean
  unsaved?: boolean
  isBlocked?: boolean
  /** Deletes the record after confirmation. */
  removal?: Removal | undefined
  /** Content of the footer on the left, such as a button that opens another dialog. */
  foot?: ReactNode
  /** The content fills the whole width, without padding and without `FormFailure`, for columns. */
  flush?: boolean
  /** Shown after a conflict: what others saved. */
  theirs?: ReactNode
  children: ReactNode
}

/** Dialog with a form made by `useForm`. */
export function FormDialog({
  form,
  submit,
  cancel,
  isDanger,
  unsaved = form.dialogProps.unsaved,
  isBlocked,
  removal,
  foot,
  flush,
  theirs,
  children,
  ...frame
}: Props) {
  const { t } = useTranslation('ui')
  const [isRemoving, setRemoving] = useState(false)
  if (isRemoving && removal) {
    const { open: _, send, done, failed, ...texts } = removal
    const remove = () => form.closeAndSend(send, { done, failed, text: texts.what })
    return <ConfirmDialog {...texts} patient={frame.patient} onConfirm={remove} onClose={() => setRemoving(false)} />
  }
  return (
    <Dialog
      {...frame}
      onClose={form.dialogProps.onClose}
      unsaved={unsaved}
      onSubmit={(box) => !isBlocked && form.submit(box)}
      flush={flush}
      footer={(close) => (
        <>
          {foot}
          {removal ? (
            <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setRemoving(true)}>
              {removal.open ?? t('record.remove')}
            </Button>
          ) : null}
          <SubmitButtons label={submit} cancelLabel={cancel} isDanger={isDanger} isBusy={form.isSending} isBlocked={isBlocked} onCancel={close} />
        </>
      )}
    >
      {flush ? (
        children
      ) : (
        <div className={classes.fields}>
          {children}
          <FormFailure form={form} theirs={theirs} />
        </div>
      )}
    </Dialog>
  )
}
