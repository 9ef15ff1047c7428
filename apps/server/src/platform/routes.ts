import * as platform from '@sukoyaka/wire/platform'
import { eventStream } from '../kit/event-stream.ts'
import { take } from '../kit/limit.ts'
import { serve, streamed, tokenForm } from '../kit/serve.ts'
import { forwardVisit } from '../kit/analytics.ts'
import { report } from '../kit/sentry.ts'

/** What one address may report in a minute: a broken page must not fill the log. */
const byAddress = { kind: 'client_error', most: 30, minutes: 1 }

export const platformRoutes = [
  serve(platform.listenEvents, async ({ house, actor, request, reply }) => {
    const [, token = '', email = ''] = tokenForm.exec(request.headers.authorization ?? '') ?? []
    const alive = async () => (await house.identify(token, email, false)) !== undefined
    await eventStream(house, { identity: actor, alive, last_event_id: request.headers['last-event-id'] }, reply)
    return streamed
  }),
  serve(platform.addVisit, async ({ house, input, actor }) => {
    await forwardVisit(house, { ...input, user_id: actor.id })
    return null
  }),
  serve(platform.addClientError, async ({ house, input, visitor, request }) => {
    await take(house.db, byAddress, visitor.ip)
    request.log.warn({ client_error: { kind: input.kind, status: input.status, call: input.call, page: input.page } }, 'client error')
    void report(house.config, { source: 'browser', kind: input.kind, status: input.status, call: input.call, page: input.page, stack: input.stack })
    return null
  }),
]
