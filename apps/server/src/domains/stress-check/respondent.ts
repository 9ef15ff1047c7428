import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../context/app-context.ts'

const pattern = /^([0-9a-z]{1,11})\.([\w-]{43})$/

const macOf = (secret: Buffer, person: string) => createHmac('sha256', secret).update(`stress check of ${person}`).digest()

/** The person's id as passed to the external form, signed so that nobody can fill it in for somebody else. */
export const respondentOf = ({ secret }: Pick<AppContext, 'secret'>, user_id: number): string => {
  const person = user_id.toString(36)
  return `${person}.${macOf(secret, person).toString('base64url')}`
}

/** The person's id, or undefined if the signature is not ours. */
export const readRespondent = ({ secret }: Pick<AppContext, 'secret'>, respondent: string): number | undefined => {
  const [, person, mac] = pattern.exec(respondent) ?? []
  if (person === undefined || mac === undefined) return undefined
  const givenMac = Buffer.from(mac, 'base64url')
  const expectedMac = macOf(secret, person)
  return givenMac.length === expectedMac.length && timingSafeEqual(givenMac, expectedMac) ? Number.parseInt(person, 36) : undefined
}
