import { calendar as words } from '@sukoyaka/phrases/care/calendar'
import * as wire from '@sukoyaka/wire/care/calendar'
import { translate } from '../../config/language.ts'
import { apiError } from '../../errors/api-error.ts'
import { calendarOf, sendCalendar } from '../../files/icalendar.ts'
import { recordAttempt } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import { eventOfFeed, eventOfInterview } from './events.ts'
import { deleteFeed, feedBySecret, feedsOf, insertFeed, interviewOfCalendar, interviewsOfFeed } from './store.ts'

/** Limits the unknown secrets that an IP address requests: somebody may be guessing. Known ones do not count, because many people can share an address. */
const addressLimit = { kind: 'calendar_feed', max: 120, minutes: 15 }
const filePattern = /^([\w-]{43})\.ics$/

export const calendarRoutes = [
  serve(wire.listCalendarFeeds, async ({ db, actor }) => ({ items: await feedsOf(db, actor) })),
  serve(wire.addCalendarFeed, async ({ db, context, actor, input }) => {
    const secret = context.random(32).toString('base64url')
    const createdFeed = await insertFeed(db, actor, secret, input)
    return { ...createdFeed, url: `${context.config.public_url}/calendar_feeds/${secret}.ics` }
  }),
  serve(wire.removeCalendarFeed, ({ db, actor, input }) => deleteFeed(db, actor, input.id)),
  serve(wire.getCalendarFeed, async ({ db, context, scopeOf, language, client, reply, input }) => {
    const [, secret] = filePattern.exec(input.secret) ?? []
    const feed = secret === undefined ? undefined : await feedBySecret(db, secret)
    if (!feed) {
      await recordAttempt(db, addressLimit, client.ip)
      throw apiError('not_found')
    }
    const { public_url } = context.config
    const rows = await interviewsOfFeed(scopeOf({ id: feed.user_id, role: feed.role }, 'patient.read'), feed, language)
    const events = rows.map((row) => eventOfFeed(row, language, public_url, feed.shows_initials && feed.role !== 'patient'))
    return sendCalendar(reply, 'interviews', calendarOf(events, translate(words, language, 'feed.name')))
  }),
  serve(wire.getInterviewCalendar, async ({ context, scope, language, reply, input }) => {
    const interview = await interviewOfCalendar(scope, input.id, language)
    return sendCalendar(reply, `interview-${interview.id}`, calendarOf([eventOfInterview(interview, language, context.config.public_url)]))
  }),
]
