import { tokyoDay } from '@sukoyaka/rules/time'
import type { Db } from '../../database/db.ts'
import {
  message_likes,
  message_mentions,
  message_notes,
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
import { firstNotes } from './first-conversation.ts'
import { conversationFor, messageRows, remindersFor, roomRows } from './messages.ts'

/** Inserts the conversations of these patients and what belongs to them, except read marks (`addOpenings`) and files. */
export const addConversations = async (db: Db, patients: DemoPatient[], teams: Member[][], now: Date) => {
  const conversations = patients.map((patient, i) => conversationFor(patient, teams[i]!, now))
  const ids = await reserveIds(
    db,
    messages,
    conversations.reduce((sum, conversation) => sum + conversation.demoMessages.length, 0),
  )
  // assign ids in order of publication over all conversations, as in production
  const messageIds = conversations.map(({ demoMessages }) => demoMessages.map(() => 0))
  for (const [at, { conversation, i }] of conversations
    .flatMap(({ times }, conversation) => times.map((time, i) => ({ conversation, i, time })))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.i - b.i))
    .entries())
    messageIds[conversation]![i] = ids[at]!
  await insertRows(
    db,
    messages,
    patients.flatMap((patient, i) => messageRows(patient, conversations[i]!, messageIds[i]!)),
  )
  const rooms = patients.map((patient, i) => roomRows(patient, conversations[i]!, messageIds[i]!))
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
    message_notes,
    patients.flatMap((patient, i) => (patient.index === 0 ? firstNotes(patient, teams[i]!, now) : [])),
  )
  await insertRows(
    db,
    message_reminders,
    patients.flatMap((patient, i) => remindersFor(patient, teams[i]!, messageIds[i]!, tokyoDay(now))),
  )
}
