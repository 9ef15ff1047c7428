import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../context/app-context.ts'

const form = /^([0-9a-z]{1,11})\.([\w-]{43})$/

const macOf = (secret: Buffer, person: string) => createHmac('sha256', secret).update(`stress check of ${person}`).digest()

/** The person as given to the external form, signed so that nobody can enter another person. */
export const respondentOf = ({ secret }: Pick<AppContext, 'secret'>, user_id: number): string => {
  const person = user_id.toString(36)
  return `${person}.${macOf(secret, person).toString('base64url')}`
}

/** The person's id, or undefined if the signature is not ours. */
export const readRespondent = ({ secret }: Pick<AppContext, 'secret'>, respondent: string): number | undefined => {
  const [, person, mac] = form.exec(respondent) ?? []
  if (person === undefined || mac === undefined) return undefined
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(secret, person)
  return given.length === right.length && timingSafeEqual(given, right) ? Number.parseInt(person, 36) : undefined
}
