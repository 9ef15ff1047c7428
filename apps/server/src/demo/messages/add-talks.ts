import { tokyoDay } from '@sukoyaka/rules/time'
import type { Db } from '../../database/db.ts'
import {
  message_likes,
  message_mentions,
  message_pins,
  message_reactions,
  message_reminders,
  message_rooms,
  message_unreads,
  messages,
} from '../../domains/message/tables.ts'
import { insertRows, reserveIds } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import type { Member } from '../people/teams.ts'
import { conversationFor, messageRows, remindersFor, roomRows } from './messages.ts'

/** Inserts the conversations of these patients with reactions, read marks and reminders. */
export const addTalks = async (db: Db, added: DemoPatient[], teams: Member[][], now: Date) => {
  const talks = added.map((patient, i) => conversationFor(patient, teams[i]!, now))
  const ids = await reserveIds(
    db,
    messages,
    talks.reduce((sum, talk) => sum + talk.said.length, 0),
  )
  // assign ids in order of publication over all conversations, as in production
  const numbered = talks.map(({ said }) => said.map(() => 0))
  for (const [at, { talk, i }] of talks
    .flatMap(({ times }, talk) => times.map((time, i) => ({ talk, i, time })))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.i - b.i))
    .entries())
    numbered[talk]![i] = ids[at]!
  await insertRows(
    db,
    messages,
    added.flatMap((patient, i) => messageRows(patient, talks[i]!, numbered[i]!)),
  )
  const rooms = added.map((patient, i) => roomRows(patient, talks[i]!, numbered[i]!))
  await insertRows(
    db,
    message_rooms,
    rooms.map(({ room }) => room),
  )
  await insertRows(
    db,
    message_unreads,
    rooms.flatMap(({ unreads }) => unreads),
  )
  await insertRows(
    db,
    message_reactions,
    rooms.flatMap(({ reactions }) => reactions),
  )
  await insertRows(
    db,
    message_likes,
    rooms.flatMap(({ likes }) => likes),
  )
  await insertRows(
    db,
    message_pins,
    rooms.flatMap(({ pins }) => pins),
  )
  await insertRows(
    db,
    message_mentions,
    rooms.flatMap(({ mentions }) => mentions),
  )
  await insertRows(
    db,
    message_reminders,
    added.flatMap((patient, i) => remindersFor(patient, teams[i]!, numbered[i]!, tokyoDay(now))),
  )
}
