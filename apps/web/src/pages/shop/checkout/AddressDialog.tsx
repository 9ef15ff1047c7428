import { useTranslation } from 'react-i18next'
import { AddressFields } from '../../../domains/account/profile/AddressFields.tsx'
import { problemOfZip } from '../../../domains/account/profile/typed-values.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { Recipient } from './recipient.ts'

type Props = { recipient: Recipient; onUse: (recipient: Recipient) => void; onClose: () => void }

/** Changes the recipient of this order only; the profile stays as it is. */
export function AddressDialog({ recipient, onUse, onClose }: Props) {
  const { t } = useTranslation(['order', 'profile', 'errors'])
  const required = t('errors:field.required')
  const form = useForm(undefined, recipient, {
    check: (values) => ({
      recipient_name: !values.recipient_name.trim() && required,
      zip: (!values.zip.trim() && required) || (problemOfZip(values.zip) && t('profile:zipInvalid')),
      prefecture: !values.prefecture.trim() && required,
      city: !values.city.trim() && required,
      street: !values.street.trim() && required,
    }),
    send: (values) => {
      onUse(values)
      return undefined
    },
    onClose,
  })
  return (
    <FormDialog form={form} patient={null} title={t('order:address.title')} submit={t('order:address.use')} width={640}>
      <TextInput data-autofocus required label={t('order:address.name')} maxLength={100} autoComplete="name" {...form.field('recipient_name')} />
      <TextInput label={t('order:address.phone')} maxLength={30} type="tel" autoComplete="tel" {...form.field('phone_number')} />
      <AddressFields form={form} />
    </FormDialog>
  )
}
