import { systemScope } from '../../access/system-scope.ts'
import { handleDelivery } from '../../http/webhook.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { circleback, minutesFrom } from './circleback.ts'
import { storeDelivery } from './delivery-store.ts'

/** Stores and matches delivered minutes; matched ones are published to staff. A patient sees nothing of them before staff approve them. */
const receive = handleDelivery(circleback, async ({ config }, tx, payload, { received_at, body_hash }) => {
  const patient_id = await storeDelivery(systemScope(tx), minutesFrom(payload, received_at), body_hash, config.public_url)
  if (patient_id !== null) await publishPatientEvent(tx, patient_id, ['auto_minutes'])
})

export const minutesJobs: JobKind[] = [receive]
