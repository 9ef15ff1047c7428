import { fullName } from '@sukoyaka/rules/person'
import type { User } from '@sukoyaka/wire/people/account'
import type { Order } from '@sukoyaka/wire/people/order'
import { addressInput, problemOfZip, showZip } from '../../account/profile/typed-values.ts'

/** Recipient of an order or a regular delivery, as typed. */
export type Recipient = { recipient_name: string; phone_number: string; zip: string; prefecture: string; city: string; street: string; building: string }
/** Recipient of an order or a regular delivery, as stored. */
export type StoredRecipient = Pick<Order, 'recipient_name' | 'phone_number' | 'address'>

/** The recipient of a regular delivery, to be edited. */
export const typedRecipient = ({ recipient_name, phone_number, address: { zip, prefecture, city, street, building } }: StoredRecipient): Recipient => ({
  recipient_name,
  phone_number,
  zip: showZip(zip),
  prefecture,
  city,
  street,
  building,
})

/** The recipient from the profile of the user. */
export const recipientOf = (user: User): Recipient => {
  const { zip = '', prefecture = '', city = '', street = '', building = '' } = user.address ?? {}
  return typedRecipient({
    recipient_name: fullName(user, 'ja'),
    phone_number: user.phone_number ?? '',
    address: { zip, prefecture, city, street, building },
  })
}

export const isComplete = ({ recipient_name, zip, prefecture, city, street }: Recipient) =>
  [recipient_name, zip, prefecture, city, street].every((text) => text.trim()) && !problemOfZip(zip)

/** The recipient as input of the calls; undefined while the address is empty. */
export const recipientInput = ({ recipient_name, phone_number, ...address }: Recipient) => {
  const given = addressInput(address)
  return given && { recipient_name: recipient_name.trim(), phone_number: phone_number.trim(), address: given }
}
