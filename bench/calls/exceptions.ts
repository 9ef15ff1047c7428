import type { Endpoint } from '@sukoyaka/wire/endpoint'

/** Reads whose list may be empty, and why. */
export const mayBeEmpty: Record<string, string> = {
  'GET /api/record_presences': 'nobody has the page open',
  'GET /api/room_presences': 'nobody has the page open',
  'GET /api/similar_patients': 'no patient is registered twice',
  'GET /api/admin/duplicates': 'no patient is registered twice',
  'GET /api/admin/merges': 'no patient is registered twice',
  'GET /api/admin/distinct_patients': 'no patient is registered twice',
  'GET /api/data_exports': 'no job has run',
  'GET /api/admin/failed_jobs': 'no job has run',
  'GET /api/results_imports/:id/kept': 'no job has run',
  'GET /api/admin/external_orders': 'there are no orders of another shop',
  'GET /api/admin/views': 'created only by people in the web app',
  'GET /api/message_open_histories/:id': 'created only by people in the web app',
  'GET /api/facilities/:id/openings': 'the facility has no openings in the requested month',
}

/** GET calls that are not measured, and why. */
const readsLeftOut: Record<string, string> = {
  'GET /api/events': 'an endless stream, measured by streams.ts',
  'GET /fhir/R4/$export': 'starts a job',
}

const writesLeftOut: [RegExp, string][] = [
  [/^DELETE /, 'uses up an object'],
  [/sign_in|auth_otp|password|auth_info|activations|passkey|\/api\/sign_out/, 'passwords and codes, which are rate limited; main.ts measures sign_in'],
  [/stripe|purchase|payment|webhooks|charges|regular_deliver|google|line_account/, 'needs another server or its sandbox'],
  [/deactivat|merge|\/leave|withdraw|sessions/, 'ends an account, a session or a record that other calls need'],
  [/bulk_messages|data_exports|checkup_reports|\$export|fhir_imports|results_imports|invit|failed_jobs/, 'starts jobs or mails'],
]

/** Why a call is not measured; undefined if it is. */
export const leftOut = ({ method, path }: Endpoint): string | undefined => {
  const key = `${method} ${path}`
  return method === 'GET' ? readsLeftOut[key] : writesLeftOut.find(([pattern]) => pattern.test(key))?.[1]
}
