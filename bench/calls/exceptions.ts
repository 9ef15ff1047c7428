import type { Endpoint } from '@sukoyaka/wire/endpoint'

/** Reads whose list has no rows in the demo, and why. */
const noRows = 'no rows in the demo'
export const mayBeEmpty: Record<string, string> = {
  'GET /api/passkeys': noRows,
  'GET /api/invite_requests': noRows,
  'GET /api/similar_patients': noRows,
  'GET /api/record_presences': noRows,
  'GET /api/data_exports': noRows,
  'GET /api/admin/external_orders': noRows,
  'GET /api/message_open_histories/:id': noRows,
  'GET /api/room_presences': noRows,
  'GET /api/facilities/:id/openings': noRows,
  'GET /api/results_imports/:id/kept': noRows,
  'GET /api/admin/duplicates': noRows,
  'GET /api/admin/merges': noRows,
  'GET /api/admin/views': noRows,
  'GET /api/admin/failed_jobs': noRows,
}

/** Reads that are no reads, or that only a test of their own can send. */
const readsLeftOut: Record<string, string> = {
  'GET /api/events': 'an endless stream, measured by streams.ts',
  'GET /fhir/R4/$export': 'starts a job',
}

const writesLeftOut: [RegExp, string][] = [
  [/^DELETE /, 'uses up an object'],
  [/sign_in|auth_otp|password|auth_info|activations|passkey|\/api\/sign_out/, 'passwords, codes and their limits; sign_in is in main.ts'],
  [/stripe|purchase|payment|webhooks|charges|regular_deliver|google|line_account/, 'another server answers, or its sandbox'],
  [/deactivat|merge|\/leave|withdraw|sessions/, 'ends what the other calls need'],
  [/bulk_messages|data_exports|checkup_reports|\$export|fhir_imports|results_imports|invit|failed_jobs/, 'starts jobs or mails'],
]

/** Why a call is not measured; undefined if it is. */
export const leftOut = ({ method, path }: Endpoint): string | undefined => {
  const key = `${method} ${path}`
  return method === 'GET' ? readsLeftOut[key] : writesLeftOut.find(([pattern]) => pattern.test(key))?.[1]
}
