import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { AddressFields } from '../../account/profile/AddressFields.tsx'
import { problemOfZip } from '../../account/profile/typed-values.ts'
import type { Recipient } from './recipient.ts'

type Options = Parameters<typeof useForm<Recipient>>[2]
/** `send`, `version` and `messages`: see `useForm`. */
type Props = Pick<Options, 'send' | 'version' | 'messages'> & { recipient: Recipient; onClose: () => void }

/** Changes the recipient of an order or a regular delivery; the profile stays as it is. */
export function AddressDialog({ recipient, ...options }: Props) {
  const { t } = useTranslation(['order', 'profile', 'errors'])
  const required = t('errors:field.required')
  const form = useForm(undefined, recipient, {
    ...options,
    check: (values) => ({
      recipient_name: !values.recipient_name.trim() && required,
      zip: (!values.zip.trim() && required) || (problemOfZip(values.zip) && t('profile:zipInvalid')),
      prefecture: !values.prefecture.trim() && required,
      city: !values.city.trim() && required,
      street: !values.street.trim() && required,
    }),
  })
  return (
    <FormDialog form={form} patient={null} title={t('order:address.title')} submit={t('order:address.use')} width={640}>
      <TextInput data-autofocus required label={t('order:address.name')} maxLength={100} autoComplete="name" {...form.field('recipient_name')} />
      <TextInput label={t('order:address.phone')} maxLength={30} type="tel" autoComplete="tel" {...form.field('phone_number')} />
      <AddressFields form={form} />
    </FormDialog>
  )
}
