import { canUsePasskeys } from './can-use-passkeys.ts'

/** `codes`: number of sign-ins with a mailed code in this browser; `code_at`: time of the last one; `next_at`: no offer before this time. */
type Offer = { codes: number; code_at?: number; next_at?: number }

const postponeMs = 30 * 86_400_000
/** For 10 minutes after a sign-in the server asks for no password. The offer uses half of them, so that the other half is left to add the passkey. */
const offerMs = 5 * 60_000
/** `sukoyaka.ui.` marks a preference of the device, which sign-out keeps. */
const keyOf = (user_id: number) => `sukoyaka.ui.passkey.${user_id}`

const read = (user_id: number): Offer => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '') as Offer
  } catch {
    return { codes: 0 }
  }
}
const write = (user_id: number, offer: Offer) => {
  try {
    localStorage.setItem(keyOf(user_id), JSON.stringify(offer))
  } catch {
    // without storage codes are not counted, so no passkey is offered
  }
}

/** Counts a sign-in with a mailed code in this browser. */
export const countCode = (user_id: number, now: number) => write(user_id, { ...read(user_id), codes: read(user_id).codes + 1, code_at: now })
/** Whether to offer a passkey: within 5 minutes after the second or a later code, if passkeys work here and no offer was postponed in the last 30 days. */
export const isOfferDue = (user_id: number, now: number) => {
  const { codes, code_at = 0, next_at = 0 } = read(user_id)
  return codes >= 2 && now - code_at < offerMs && now >= next_at && canUsePasskeys()
}
/** From now on there is no offer for 30 days. */
export const postponeOffer = (user_id: number, now: number) => write(user_id, { ...read(user_id), next_at: now + postponeMs })
