import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../context/app-context.ts'

const form = /^([0-9a-z]{1,11})\.([\w-]{43})$/

const macOf = (secret: Buffer, person: string) => createHmac('sha256', secret).update(`stress check of ${person}`).digest()

/** Who answers, as a form outside is told it: nobody can write another person’s there. */
export const respondentOf = ({ secret }: Pick<AppContext, 'secret'>, user_id: number): string => {
  const person = user_id.toString(36)
  return `${person}.${macOf(secret, person).toString('base64url')}`
}

/** The person, or undefined where we did not write it. */
export const readRespondent = ({ secret }: Pick<AppContext, 'secret'>, respondent: string): number | undefined => {
  const [, person, mac] = form.exec(respondent) ?? []
  if (person === undefined || mac === undefined) return undefined
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(secret, person)
  return given.length === right.length && timingSafeEqual(given, right) ? Number.parseInt(person, 36) : undefined
}
