import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import classes from './Bulk.module.css'

type Props = { form: Form<{ body: string }>; count: number; onClose: () => void }

/** Final confirmation. The server rejects the bulk message when the number of recipients differs from `count`. */
export function SendDialog({ form, count, onClose }: Props) {
  const { t } = useTranslation('bulk_message')
  return (
    <FormDialog form={{ ...form, dialogProps: { unsaved: false, onClose } }} title={t('send.ask', { count })} submit={t('send.button', { count })}>
      <p className={classes.well} lang="ja">
        {form.values.body.trim()}
      </p>
      <p className={classes.hint}>{t('send.text')}</p>
    </FormDialog>
  )
}
