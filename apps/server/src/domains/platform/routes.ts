import * as platform from '@sukoyaka/wire/boards/platform'
import { streamed } from '../../http/plugins/respond.ts'
import { recordAttempt } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import { forwardVisit } from '../../observability/analytics.ts'
import { report } from '../../observability/sentry.ts'
import { eventStream } from '../../realtime/event-stream.ts'

/** Reports per IP address and minute: a broken page must not fill the log. */
const addressLimit = { kind: 'client_error', max: 30, minutes: 1 }

export const platformRoutes = [
  serve(platform.listenEvents, async ({ context, actor, request, reply }) => {
    await eventStream(context, actor, request, reply)
    return streamed
  }),
  // not atomic, so that no database connection is held while waiting for another server or connection
  serve(
    platform.addVisit,
    async ({ context, input, actor }) => {
      await forwardVisit(context, { ...input, user_id: actor.id })
      return null
    },
    { atomic: false },
  ),
  serve(
    platform.addClientError,
    async ({ db, context, input, client, request }) => {
      await recordAttempt(db, addressLimit, client.ip)
      request.log.warn({ client_error: { kind: input.kind, status: input.status, call: input.call, page: input.page } }, 'client error')
      void report(context.config, { source: 'browser', kind: input.kind, status: input.status, call: input.call, page: input.page, stack: input.stack })
      return null
    },
    { atomic: false },
  ),
]
