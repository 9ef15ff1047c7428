import { fullName } from '@sukoyaka/rules/person'
import type { BulkPreview } from '@sukoyaka/wire/boards/bulk-message'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import classes from './Bulk.module.css'

type Props = { form: Form<{ body: string }>; count: number; isCounting: boolean; example: BulkPreview['items'][number] | undefined; onClose: () => void }

/**
 * Final confirmation with the text as one recipient gets it. The server rejects the bulk message when the number of recipients differs from `count`.
 * `isCounting`: they are being counted again.
 */
export function SendDialog({ form, count, isCounting, example, onClose }: Props) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  return (
    <FormDialog
      form={{ ...form, isSending: form.isSending || isCounting, dialogProps: { unsaved: false, onClose } }}
      title={t('send.ask', { count })}
      submit={t('send.button', { count })}
      isBlocked={!isCounting && count === 0}
    >
      {example ? <p className={classes.hint}>{t('send.example', { name: fullName(example.patient, language) })}</p> : null}
      <p className={classes.well} lang="ja">
        {example?.text ?? form.values.body.trim()}
      </p>
      <p className={classes.hint}>{t('send.text')}</p>
    </FormDialog>
  )
}
