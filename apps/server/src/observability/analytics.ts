import { createHmac } from 'node:crypto'
import type { AppContext } from '../context/app-context.ts'
import { countVisit } from './metrics.ts'

type Visit = { page: string; user_id: number }

const timeoutMs = 2_000

/**
 * Forwards a visit if ANALYTICS_ID is set: counted in the metrics and, if ANALYTICS_ID is a URL, posted there as
 * `{page, visitor}`. The visitor is an HMAC of the user id with the server's secret. Vendor protocols are not supported.
 */
export const forwardVisit = async ({ config, secret, log }: Pick<AppContext, 'config' | 'secret' | 'log'>, { page, user_id }: Visit): Promise<void> => {
  const { analytics_id } = config
  if (!analytics_id) return
  countVisit(page)
  if (!/^https?:\/\//.test(analytics_id)) return
  const visitor = createHmac('sha256', secret).update(`visitor ${user_id}`).digest('base64url').slice(0, 22)
  try {
    const response = await fetch(analytics_id, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page, visitor }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) log.debug({ status: response.status }, 'visit rejected by the analytics server')
  } catch (error) {
    log.debug({ err: error }, 'visit not forwarded')
  }
}
