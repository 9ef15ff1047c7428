import type { Row } from '../../permissions.ts'
import { type Call, first, get, none, post, put, remove, type SeparateIds } from '../call.ts'
import { under } from '../reply.ts'

const own: Row = 'own shares'
const open: Row = 'without signing in'
/** A token that no share has. */
const unknown = 'unknown-token-of-a-share'
const shareKeys = (prefix: string) => [
  ...under(prefix, 'id name parts parts[] duration state wrong_codes expires_at revoked_at created_at updated_at opening_count first_opened_at openings'),
  ...under(`${prefix}openings[].`, 'opened_at browser is_program'),
]

/** Shares with doctors. */
export const shareCalls: Record<string, Call> = {
  'GET /api/shares': get(() => '/api/shares', own, 'none', { reply: shareKeys('items[].') }),
  'POST /api/shares': post(
    () => '/api/shares',
    () => ({ name: '三田内科クリニック', parts: ['medication', 'results'], duration: 'week' }),
    own,
    'none',
  ),
  'GET /api/share_contents': get(() => '/api/share_contents', own, 'none', {
    reply: [
      ...under('', 'medication results home_blood_pressure illnesses images activity'),
      ...under('medication.', 'medicines supplements allergies allergies[]'),
      ...under('results.', 'newest_at checkups items'),
      ...under('illnesses.', 'problems high_risks past family'),
      ...['home_blood_pressure.readings', 'images.results', 'images.images', 'activity.days'],
    ],
  }),
}

/** The trials add shares for each caller. The first stays; each DELETE stops another share. Opening an existing share without signing in has its own test. */
export const separateShareCalls: Record<string, Call<SeparateIds>> = {
  'GET /api/shares/{id}': get(({ shares }) => `/api/shares/${first(shares)}`, own, 'none', { reply: [...shareKeys(''), 'url', 'passcode'] }),
  'PUT /api/shares/{id}': put(
    ({ shares }) => `/api/shares/${first(shares)}`,
    () => ({ parts: ['medication'] }),
    own,
    'none',
  ),
  'DELETE /api/shares/{id}': remove(({ shares }) => `/api/shares/${shares.splice(1, 1)[0] ?? none}`, own, 'none', { good: 200 }),
  'POST /api/shared_records': post(
    () => '/api/shared_records',
    () => ({ token: unknown, passcode: '482715' }),
    open,
    'none',
    { good: 404 },
  ),
  'GET /api/shared_records/{token}': get(() => `/api/shared_records/${unknown}`, open, 'none', { good: 404 }),
  'GET /api/shared_records/{token}/state': get(() => `/api/shared_records/${unknown}/state`, open, 'none', { good: 404 }),
  'GET /api/shared_records/{token}/images/{id}': get(() => `/api/shared_records/${unknown}/images/1`, open, 'none', { isFile: true, good: 404 }),
  'POST /share/{token}': post(
    () => `/share/${unknown}`,
    () => ({ passcode: '482715' }),
    open,
    'none',
    { isFile: true, good: 404 },
  ),
}
