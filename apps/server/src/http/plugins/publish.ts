import { changedTags } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { Actor } from '../../access/actor.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { type EventSubject, publishPatientEvent, publishUserEvent } from '../../realtime/event-rows.ts'

export type Changed = { actor: Actor | undefined; accessed: ReadonlySet<number>; about: EventSubject | undefined }

/** Runs the domains' `onChange` after a write, such as for scores and the board; in the transaction of the call, unless the call has `atomic: false`. */
export const followChanges = async (context: AppContext, db: Db, endpoint: Endpoint, { accessed }: Changed) => {
  const changes = changedTags(endpoint)
  if (endpoint.method !== 'GET' && changes.length && !endpoint.audience) await context.onChanges(db, changes, accessed)
}

/**
 * Publishes the changes of a call to the users who may see the affected patients; only to the caller if no patient is affected or the audience is `caller`;
 * not at all if the audience is `handler`. Must come last in the transaction: numbering an event locks the counter until the commit.
 */
export const publishChanges = async (db: Db, endpoint: Endpoint, { actor, accessed, about }: Changed) => {
  const changes = changedTags(endpoint)
  if (endpoint.method === 'GET' || !changes.length || endpoint.audience === 'handler') return
  const patientIds = endpoint.audience === 'caller' ? [] : [...accessed]
  for (const patient_id of patientIds) await publishPatientEvent(db, patient_id, changes, about)
  if (!patientIds.length && actor) await publishUserEvent(db, actor.id, changes)
}
