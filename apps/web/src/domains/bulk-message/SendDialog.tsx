import type { BulkChoice } from '@sukoyaka/wire/boards/bulk-message'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddBulkMessageMutation } from './api.ts'
import classes from './Bulk.module.css'

type Props = { sending: { choice: BulkChoice; body: string; expected_count: number }; onClose: () => void; onSent: (id: number) => void }

/** Final confirmation. The server rejects the bulk message when the number of recipients differs from `expected_count`. */
export function SendDialog({ sending, onClose, onSent }: Props) {
  const { t } = useTranslation(['bulk_message', 'common'])
  const [add, { isLoading }] = useAddBulkMessageMutation()
  const count = sending.expected_count
  const submit = async () => {
    if (isLoading) return
    const { data, error } = await add(sending)
    if (data) return onSent(data.id)
    const { code, fields, error: message } = error as CallError
    const text = code === 'conflict' ? t('bulk_message:send.changed') : fields ? Object.values(fields).flat().join(' ') : message
    toast.error(t('bulk_message:send.failed'), { text })
    onClose()
  }
  return (
    <Dialog
      title={t('bulk_message:send.ask', { count })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={(close) => <SubmitButtons label={t('bulk_message:send.button', { count })} isBusy={isLoading} onCancel={close} />}
    >
      <div className={classes.fields}>
        <p className={classes.well} lang="ja">
          {sending.body.trim()}
        </p>
        <p className={classes.hint}>{t('bulk_message:send.text')}</p>
      </div>
    </Dialog>
  )
}
