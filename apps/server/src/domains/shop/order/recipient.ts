import { normalizePhone } from '@sukoyaka/rules/person'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import type { OrderRow } from './order-store.ts'

type Recipient = Pick<OrderRow, 'recipient_name' | 'phone_number' | 'address'>

/** Throws 422 without a name or a part of the address other than the building, and for an invalid phone number. The number may be empty. */
export const validRecipient = ({ recipient_name, phone_number, address }: Recipient): Recipient => {
  const phone = phone_number ? normalizePhone(phone_number) : ''
  const name = normalizeText(recipient_name)
  const normalized = {
    zip: normalizeText(address.zip),
    prefecture: normalizeText(address.prefecture),
    city: normalizeText(address.city),
    street: normalizeText(address.street),
    building: normalizeText(address.building),
  }
  const missing = (field: keyof typeof normalized) => !normalized[field] && ('required' as const)
  assertValid({
    recipient_name: !name && 'required',
    phone_number: phone === null && 'format',
    'address.zip': missing('zip'),
    'address.prefecture': missing('prefecture'),
    'address.city': missing('city'),
    'address.street': missing('street'),
  })
  return { recipient_name: name, phone_number: phone ?? '', address: normalized }
}
