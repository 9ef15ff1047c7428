import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { OpenPatient } from '../../ui/overlay/open-patient.tsx'
import { saveFile } from '../../ui/page/download.ts'
import { fetchFile } from './fetch-file.ts'

type ReceiptEndpoint = Endpoint & { method: 'GET'; media: 'application/pdf' }
type Props<E extends ReceiptEndpoint> = {
  endpoint: E
  id: number
  /** Number in the file name. */
  number: string
  addressee: string
  /** Says whose name the receipt has if the field is empty. */
  hint: string
  patient?: OpenPatient | null
  onClose: () => void
}

/** Downloads a receipt. The addressee can be changed for each download. */
export function ReceiptDialog<E extends ReceiptEndpoint>({ endpoint, id, number, addressee, hint, patient, onClose }: Props<E>) {
  const { t } = useTranslation('order')
  const dispatch = useAppDispatch()
  const form = useForm(
    undefined,
    { addressee },
    {
      send: (values) => {
        const name = values.addressee.trim()
        // receipt endpoints take an id and an addressee
        return dispatch(fetchFile(endpoint, { id, ...(name && { addressee: name }) } as unknown as Input<E>))
      },
      messages: { failed: t('order.receiptFailed') },
      onSaved: (file) => saveFile(t('order.receiptFile', { number }), file, 'application/pdf'),
      onClose,
    },
  )
  return (
    <FormDialog form={form} patient={patient} title={t('order.receiptTitle')} submit={t('order.receiptGet')} unsaved={false}>
      <TextInput data-autofocus label={t('order.receiptName')} hint={hint} maxLength={100} {...form.field('addressee')} />
    </FormDialog>
  )
}
