import * as account from './account.ts'
import * as assessment from './assessment.ts'
import * as checkup from './checkup.ts'
import * as contract from './contract.ts'
import * as habit from './habit.ts'
import * as illness from './illness.ts'
import type { Endpoint } from './kit.ts'
import * as message from './message.ts'
import * as patient from './patient.ts'
import * as platform from './platform.ts'

/** The domains, in the order of the API document. */
export const domains = { account, patient, contract, message, checkup, assessment, illness, habit, platform }

const isEndpoint = (v: unknown): v is Endpoint => typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'permission' in v

/** Every call of the API. */
export const endpoints: { domain: string; name: string; endpoint: Endpoint }[] = Object.entries(domains).flatMap(([domain, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ domain, name, endpoint: value }] : [])),
)
