import { setTimeout as wait } from 'node:timers/promises'
import { openSealed, seal } from '../../../config/seal.ts'
import type { AppContext, Google } from '../../../context/app-context.ts'
import { ApiError } from '../../../errors/api-error.ts'
import { publishUserEvent } from '../../../realtime/event-rows.ts'
import { claimRefresh, endRefresh, peopleToRefresh, type SealedTokens, sealedTokensOf } from '../google-store.ts'
import { tokenKey } from './authorize-google.ts'

/** A token that expires within this time is exchanged before it is used. */
const marginMs = 60_000
/** Longer than an exchange may take: after this time another server may try. */
const claimSeconds = 30
const waitMs = 250

const isRejected = (error: unknown) => error instanceof ApiError && error.code === 'google_rejected'

/** Runs outside of a transaction, because the request to Google may be slow. */
const refresh = async (context: AppContext, google: Google, user_id: number, tokens: SealedTokens): Promise<string | undefined> => {
  const { db, clock } = context
  const key = tokenKey(context)
  const refuse = async () => {
    const refused_at = clock().toISOString()
    if (await endRefresh(db, user_id, tokens, { refused_at })) await publishUserEvent(db, user_id, ['google_api_tokens'])
    return undefined
  }
  if (!tokens.sealed_refresh_token) return refuse()
  try {
    const { access_token, refresh_token, expires_in, scopes } = await google.refresh(await google.settings(), openSealed(key, tokens.sealed_refresh_token))
    await endRefresh(db, user_id, tokens, {
      sealed_access_token: seal(key, access_token),
      ...(refresh_token !== undefined && { sealed_refresh_token: seal(key, refresh_token) }),
      ...(scopes.length && { scopes }),
      expires_at: new Date(clock().getTime() + expires_in * 1_000).toISOString(),
    })
    return access_token
  } catch (error) {
    if (isRejected(error)) return refuse()
    await endRefresh(db, user_id, tokens, {})
    throw error
  }
}

/**
 * An access token for a person’s Google account. One that has expired or is about to is exchanged by one caller, and the others wait. Undefined if Google is
 * not configured, not connected or refuses; a refusal is stored. Throws `google_unreachable`.
 */
export const accessTokenOf = async (context: AppContext, user_id: number): Promise<string | undefined> => {
  const { google, db, clock } = context
  if (!google) return undefined
  for (;;) {
    const tokens = await sealedTokensOf(db, user_id)
    if (!tokens) return undefined
    if (Date.parse(tokens.expires_at) > clock().getTime() + marginMs) return openSealed(tokenKey(context), tokens.sealed_access_token)
    if (await claimRefresh(db, user_id, tokens, claimSeconds)) return refresh(context, google, user_id, tokens)
    await wait(waitMs)
  }
}

/** Refreshes old tokens daily to find out who revoked the access at Google, so that the page of devices asks for it again. */
export const refreshAll = async (context: AppContext, signal: AbortSignal): Promise<void> => {
  if (!context.google) return
  for (const user_id of await peopleToRefresh(context.db)) {
    if (signal.aborted) return
    // one person's token must not keep the job from those after it
    await accessTokenOf(context, user_id).catch((error) => context.log.warn({ err: error }, 'a token of Google was not exchanged'))
  }
}
