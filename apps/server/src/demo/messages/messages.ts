import { fold } from '@sukoyaka/rules/fold'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { message_reminders, message_rooms, message_unreads, messages } from '../../domains/message/tables.ts'
import type { DemoPatient } from '../people/people.ts'
import type { Member } from '../people/teams.ts'
import { type Random, randomOf } from '../random.ts'
import { additions, type DemoMessage, exchanges, hostileMessages, reminderReasons, staffMessages } from './exchanges.ts'
import { firstConversation } from './first-conversation.ts'
import { marksFor } from './marks.ts'

type Conversation = {
  demoMessages: DemoMessage[]
  times: string[]
  /** Number of messages that each person has opened. */
  readCounts: { user_id: number; count: number }[]
}

/** Number of messages that staff have not read, by patient index; random for the other patients. */
const unreadCounts: Record<number, number> = { 0: 3, 1: 1, 2: 0, 3: 0, 4: 12, 5: 0, 6: 0, 7: 0, 8: 0, 9: 2, 10: 0, 11: 0 }
const writingRoles = new Set(['doctor', 'nurse', 'trainer', 'nutritionist', 'concierge'])

const thanksReactions = ['pray', 'thumbs_up', 'smile', 'heart']

const exchangeMessages = (r: Random, patient: DemoPatient, team: readonly Member[]): DemoMessage[] => {
  const { question, answer, role } = r.pick(exchanges)
  const helper = team.find((member) => member.role === role) ?? team[1]!
  const isThanked = r.chance(0.3)
  return [
    { sender_id: patient.id, body: question, ...(r.chance(0.15) && { liked_by: [helper.id] }) },
    { sender_id: helper.id, body: answer, ...(isThanked && { reactions: [[patient.id, r.pick(thanksReactions)]] }) },
  ]
}

/** Answered exchanges, sometimes a message from staff, then unread messages; for the edge case `hostile` only `hostileMessages`. */
const randomMessages = (r: Random, patient: DemoPatient, team: readonly Member[], unreadCount: number): DemoMessage[] => {
  if (patient.edgeCase === 'hostile') return hostileMessages.map((body) => ({ sender_id: patient.id, body }))
  const demoMessages = Array.from({ length: r.between(1, 4) }, () => exchangeMessages(r, patient, team)).flat()
  if (r.chance(0.3)) demoMessages.push({ sender_id: team.find((member) => writingRoles.has(member.role))!.id, body: r.pick(staffMessages) })
  const exchangeIndex = r.between(0, exchanges.length - 1)
  for (let i = 0; i < unreadCount; i++)
    demoMessages.push({
      sender_id: patient.id,
      body: i % 3 ? additions[(exchangeIndex + i) % additions.length]! : exchanges[(exchangeIndex + i) % exchanges.length]!.question,
    })
  return demoMessages
}

const hour = 3_600_000

/** Message times in ascending order; the last is within three days and none is in the future. */
const timesFor = (r: Random, count: number, unanswered: number, now: Date) => {
  const times: string[] = []
  let at = now.getTime() - r.between(5, 72 * 60) * 60_000
  for (let i = 0; i < count; i++) {
    times.push(new Date(at).toISOString())
    // keep the waiting time plausible
    const gapMinutes = i < unanswered ? r.between(4, 5 * 60) : r.between(4, 40 * 60)
    at -= gapMinutes * 60_000 + (i > Math.max(3, unanswered) ? r.between(0, 9) * 24 * hour : 0)
  }
  return times.reverse()
}

const randomConversation = (r: Random, patient: DemoPatient, team: readonly Member[], unreadCount: number, now: Date) => {
  const demoMessages = randomMessages(r, patient, team, unreadCount)
  const unanswered = demoMessages.length - 1 - demoMessages.findLastIndex(({ sender_id }) => sender_id !== patient.id)
  const times = timesFor(r, demoMessages.length, unanswered, now)
  return { demoMessages, times }
}

export const conversationFor = (patient: DemoPatient, team: readonly Member[], now: Date): Conversation => {
  const r = randomOf('talk', patient.index)
  const unreadCount = unreadCounts[patient.index] ?? (r.chance(0.35) ? r.between(1, 12) : 0)
  // some conversations are empty
  if (!team.length || (!(patient.index in unreadCounts) && !patient.edgeCase && r.chance(0.15))) return { demoMessages: [], times: [], readCounts: [] }
  const { demoMessages, times } =
    patient.index === 0 ? firstConversation(patient, team, now, tokyoDay(now)) : randomConversation(r, patient, team, unreadCount, now)
  const newest = demoMessages.length
  const readCounts = team.map(({ id }) => {
    const ownCount = demoMessages.findLastIndex(({ sender_id }) => sender_id === id) + 1
    // writing a message implies having read the earlier ones
    return {
      user_id: id,
      count: Math.max(ownCount, patient.edgeCase === 'hostile' ? 0 : newest - unreadCount + (patient.index > 11 && r.chance(0.4) ? unreadCount : 0)),
    }
  })
  const lastOwn = demoMessages.findLastIndex(({ sender_id }) => sender_id === patient.id) + 1
  readCounts.push({ user_id: patient.id, count: r.chance(0.7) ? newest : lastOwn })
  return { demoMessages, times, readCounts }
}

/** Message rows with these ids. */
export const messageRows = (patient: DemoPatient, { demoMessages, times }: Conversation, ids: readonly number[]): (typeof messages.$inferInsert)[] =>
  demoMessages.map(({ sender_id, body, reply_to, isRequest }, i) => ({
    id: ids[i]!,
    sender_id,
    body,
    body_search: fold(body),
    patient_id: patient.id,
    content_type: 'text',
    message_type: isRequest ? 'data_entry_request' : 'user',
    reply_to_message_id: reply_to === undefined ? null : ids[reply_to]!,
    published_at: times[i]!,
  }))

/** The rows of a conversation besides its messages: room, unread counters and marks. `ids`: the ids of the messages. */
export const roomRows = (patient: DemoPatient, { demoMessages, times, readCounts }: Conversation, ids: readonly number[]) => {
  const unanswered = times[demoMessages.findLastIndex(({ sender_id }) => sender_id !== patient.id) + 1]
  const room: typeof message_rooms.$inferInsert = {
    patient_id: patient.id,
    last_message_at: times.at(-1) ?? null,
    last_message_id: ids.at(-1) ?? null,
    unresponded_since: unanswered ?? null,
  }
  const unreads: (typeof message_unreads.$inferInsert)[] = readCounts.map(({ user_id, count }) => ({
    patient_id: patient.id,
    user_id,
    last_read_message_id: ids[count - 1] ?? 0,
    unread_count: demoMessages.slice(count).filter(({ sender_id }) => sender_id !== user_id).length,
  }))
  return { room, unreads, ...marksFor(patient, demoMessages, times, ids) }
}

const remindedIndexes = new Set([0, 2, 7])

/** Personal reminders: some pending, some done. */
export const remindersFor = (
  patient: DemoPatient,
  team: readonly Member[],
  ids: readonly number[],
  today: string,
): (typeof message_reminders.$inferInsert)[] => {
  const r = randomOf('reminder', patient.index)
  const instant = (days: number, hours: number) => new Date(tokyoStartOfDay(addDays(today, days)).getTime() + hours * hour).toISOString()
  return team.flatMap(({ id, role }) => {
    const isReminded = remindedIndexes.has(patient.index)
    if (!isReminded && (patient.edgeCase || !r.chance(0.08))) return []
    const isDone = !isReminded && r.chance(0.4)
    const day = isDone ? -r.between(1, 20) : r.between(1, 10)
    const isNext = patient.index === 0 && role === 'nurse'
    const remind_at = isNext ? instant(1, 9) : instant(day, r.between(9, 18))
    return [
      {
        patient_id: patient.id,
        user_id: id,
        message_id: ids.at(-1) ?? null,
        remind_at,
        created_at: instant(Math.min(day, 0) - r.between(1, 5), r.between(9, 18)),
        done_at: isDone ? instant(day, 19) : null,
        reason: isNext ? '2週間分の血圧を主治医に共有' : r.pick(reminderReasons),
      },
    ]
  })
}
