import { changedTags } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { Actor } from '../../access/actor.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import { type EventSubject, publishPatientEvent, publishUserEvent } from '../../realtime/event-rows.ts'

export type Changed = { actor: Actor | undefined; accessed: ReadonlySet<number>; about: EventSubject | undefined }

/**
 * Runs what follows from a change, such as scores and the board, in the transaction of the call. An endpoint with the audience `caller` publishes its
 * event here.
 */
export const followChanges = async (context: AppContext, db: Db, endpoint: Endpoint, { actor, accessed }: Changed) => {
  const changes = changedTags(endpoint)
  if (endpoint.method === 'GET' || !changes.length) return
  if (endpoint.audience === 'caller' && actor) await publishUserEvent(db, actor.id, changes)
  if (!endpoint.audience) await context.onChanges(db, changes, accessed)
}

/**
 * Publishes the changes of a call to users who may see the affected patients, or only to the caller if there are none. Comes last in the
 * transaction: numbering an event locks the counter until the commit.
 */
export const publishChanges = async (db: Db, endpoint: Endpoint, { actor, accessed, about }: Changed) => {
  const changes = changedTags(endpoint)
  if (endpoint.method === 'GET' || !changes.length || endpoint.audience) return
  for (const patient_id of accessed) await publishPatientEvent(db, patient_id, changes, about)
  if (!accessed.size && actor) await publishUserEvent(db, actor.id, changes)
}
