import { systemScope } from '../../access/system-scope.ts'
import { handleDelivery } from '../../http/webhook.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { storeDelivery } from './arrival-store.ts'
import { arrivedFrom, circleback } from './circleback.ts'

/** Stores and matches delivered minutes and publishes them to the care team. A patient reads nothing before a person approves it. */
const receive = handleDelivery(circleback, async ({ config }, tx, payload, { received_at, body_hash }) => {
  const patient_id = await storeDelivery(systemScope(tx), arrivedFrom(payload, received_at), body_hash, config.public_url)
  if (patient_id !== null) await publishPatientEvent(tx, patient_id, ['auto_minutes'])
})

export const minutesJobs: JobKind[] = [receive]
