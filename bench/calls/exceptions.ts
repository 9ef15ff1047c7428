import type { Endpoint } from '@sukoyaka/wire/endpoint'

/** Reads whose list may be empty, and why. */
export const mayBeEmpty: Record<string, string> = {
  'GET /api/record_presences': 'who has a page open right now: nobody',
  'GET /api/room_presences': 'who has a page open right now: nobody',
  'GET /api/similar_patients': 'patients that are registered twice: none',
  'GET /api/admin/duplicates': 'patients that are registered twice: none',
  'GET /api/admin/merges': 'patients that are registered twice: none',
  'GET /api/admin/distinct_patients': 'patients that are registered twice: none',
  'GET /api/data_exports': 'results of jobs: none has run',
  'GET /api/admin/failed_jobs': 'results of jobs: none has run',
  'GET /api/results_imports/:id/kept': 'results of jobs: none has run',
  'GET /api/admin/external_orders': 'orders of another shop: none',
  'GET /api/admin/views': 'made by a person in the page: none',
  'GET /api/message_open_histories/:id': 'made by a person in the page: none',
  'GET /api/facilities/:id/openings': 'the facility has none in the month asked for',
}

/** GET calls that are not measured, and why. */
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
