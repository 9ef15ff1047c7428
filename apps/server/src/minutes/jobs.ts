import { reachOfHouse } from '../access/gate.ts'
import { tellAbout } from '../kit/event-rows.ts'
import type { JobKind } from '../kit/jobs.ts'
import { handled } from '../kit/webhook.ts'
import { keepArrived } from './arrival-store.ts'
import { arrivedFrom, circleback } from './circleback.ts'

/** Minutes that came: kept, matched and told to the care team. A person reads them before a patient reads a word. */
const receive = handled(circleback, async ({ config }, tx, payload, { received_at, body_hash }) => {
  const patient_id = await keepArrived(tx, reachOfHouse(), arrivedFrom(payload, received_at), body_hash, config.public_url)
  if (patient_id !== null) await tellAbout(tx, patient_id, ['auto_minutes'])
})

export const minutesJobs: JobKind[] = [receive]
