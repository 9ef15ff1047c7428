import type { BulkMessage } from '@sukoyaka/wire/boards/bulk-message'
import { draftOfChoice, type Values } from './choice.ts'

/** What was sent from this window, with the names of the recipients, which the server does not store. */
const sentValues = new Map<number, Values>()

export const rememberSent = (id: number, values: Values) => void sentValues.set(id, values)

/** Text and recipients of a message that was cancelled before it was sent. */
export const valuesOf = ({ id, body, choice }: BulkMessage, nameOf: (id: number) => string): Values =>
  sentValues.get(id) ?? { body, draft: draftOfChoice(choice, nameOf) }
