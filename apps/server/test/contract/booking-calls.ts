import { type Built, bookings, get, post, read } from './call.ts'

const catalogue = (path: string): Built => get(() => path, 'catalogue', 'none')
const elsewhere = { kind: 'general', location: '会社の健診', tested_at: '2026-01-10T00:00:00Z', tests_attributes: [] }

export const bookingCalls: Record<string, Built> = {
  'GET /api/facilities': catalogue('/api/facilities?include[]=courses'),
  'GET /api/facilities/{id}': catalogue('/api/facilities/1'),
  'GET /api/facilities/{facilityId}/facility_reservation_forbidden_rules': catalogue('/api/facilities/1/facility_reservation_forbidden_rules'),
  'GET /api/facilities/{id}/openings': catalogue('/api/facilities/1/openings?from=2035-01-01&to=2035-01-31'),
  'POST /api/test_packages': post(
    () => '/api/test_packages',
    ({ user }) => ({ user_id: user, facility_id: null, included_in_plan: false, ...elsewhere }),
    bookings,
  ),
  'DELETE /api/test_packages/{id}': {
    method: 'DELETE',
    path: ({ package: id, bookings: all }) => `/api/test_packages/${all.shift() ?? id}`,
    row: bookings,
    names: 'person',
    good: 204,
  },
  'POST /api/test_packages/{id}/cancel': {
    ...post(
      ({ package: id, bookings: all }) => `/api/test_packages/${all.shift() ?? id}/cancel`,
      () => ({ reason: 'ご都合' }),
      bookings,
    ),
    good: 200,
  },
  'GET /api/test_packages/notice': get(({ user }) => `/api/test_packages/notice?user_id=${user}&change=moved&tested_at=2035-01-01T00:00:00Z`, bookings),
  'GET /test_packages/{id}/calendar': get(({ package: id }) => `/test_packages/${id}/calendar`, read),
  'GET /api/checkup_quota': get(({ user }) => `/api/checkup_quota?user_id=${user}&on=2026-11-21`, read),
  'GET /api/checkup_waitlist': get(({ user }) => `/api/checkup_waitlist?user_id=${user}`, read),
}

/** Covered by separate tests: these calls need a released slot. */
export const waiting = [
  'POST /api/checkup_waitlist',
  'DELETE /api/checkup_waitlist/{id}',
  'POST /api/checkup_offers/{id}/accept',
  'POST /api/checkup_offers/{id}/decline',
]
