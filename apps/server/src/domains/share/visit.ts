import type { SharePart } from '@sukoyaka/wire/boards/share'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { type Limit, recordAttempt } from '../../http/rate-limit.ts'
import type { Client } from '../../http/serve.ts'
import { publishUserEvent } from '../../realtime/event-rows.ts'
import { isPassword } from '../account/password.ts'
import { hashOf, makeVisit } from './secret.ts'
import { addOpening, countTry, type OpenShare, returnTry, shareOfVisit } from './visit-store.ts'

const addressLimit: Limit = { kind: 'share_address', max: 60, minutes: 15 }
const shareLimit: Limit = { kind: 'share', max: 30, minutes: 15 }

/**
 * The open share with this token and passcode. A token without an open share takes the same steps and gets the same answer, whatever the reason. The try is
 * counted before the code is checked.
 */
const checkCode = async (context: AppContext, { token, passcode }: { token: string; passcode: string }, ip: string): Promise<OpenShare> => {
  const { db } = context
  const token_hash = hashOf(context, 'share', token)
  await recordAttempt(db, addressLimit, ip)
  await recordAttempt(db, shareLimit, token_hash.toString('base64url'))
  const counted = await countTry(db, token_hash)
  const isRight = await isPassword(passcode, counted?.passcode_hash, ip).catch(async (error) => {
    // a code that was not checked for lack of capacity does not use up a try
    if (counted) await returnTry(db, counted.share.id)
    throw error
  })
  if (!counted) throw apiError('share_closed')
  if (!isRight) throw apiError('passcode_wrong', { tries_left: counted.tries_left, account_id: counted.share.user_id })
  return counted.share
}

type Code = { token: string; passcode: string }
type Opened = { share: OpenShare; visit: string | undefined }

/** Checks the code and records the opening, which the patient’s page shows at once. `isProgram`: a FHIR client, which gets no visit. */
export const openShare = async (context: AppContext, code: Code, { ip, user_agent }: Client, isProgram: boolean): Promise<Opened> => {
  const share = await checkCode(context, code, ip)
  const visit = isProgram ? undefined : makeVisit(context)
  const isOpen = await context.db.transaction(async (tx: Db) => {
    await returnTry(tx, share.id)
    const isAdded = await addOpening(tx, { share_id: share.id, user_agent, visit_hash: visit ? hashOf(context, 'visit', visit) : null })
    if (isAdded) await publishUserEvent(tx, share.user_id, ['shares'])
    return isAdded
  })
  if (!isOpen) throw apiError('share_closed')
  return { share, visit }
}

export const cookieName = 'share_visit'
/** The path is that of one share: a browser keeps one cookie for each share and sends it with the calls of that share only. */
export const cookiePath = (token: string) => `/api/shared_records/${token}`

/** The share of a person who has entered its code in this browser. Throws 404, also if `part` is not shared. */
export const requireVisit = async (context: AppContext, token: string, client: Client, part?: SharePart): Promise<OpenShare> => {
  const visit = client.cookies[cookieName] ?? ''
  const share = await shareOfVisit(context.db, { token_hash: hashOf(context, 'share', token), visit_hash: hashOf(context, 'visit', visit) })
  if (!share || (part && !share.parts.includes(part))) throw apiError('share_closed')
  return share
}
