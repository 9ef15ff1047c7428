import { bookings, byUser, type Call, catalogue, get, none, post, put, read, remove, type SeparateIds } from './call.ts'
import { facilityKeys, under } from './reply.ts'

const elsewhere = { kind: 'general', location: '会社の健診', tested_at: '2026-01-10T00:00:00Z', tests_attributes: [] }

/** Facilities, checkups and the waitlist. */
export const bookingCalls: Record<string, Call> = {
  'GET /api/facilities': catalogue('/api/facilities?include=courses,options,hours,start_times', { reply: facilityKeys('items[].') }),
  'GET /api/facilities/{id}': catalogue('/api/facilities/1', { reply: facilityKeys('') }),
  'GET /api/facilities/{facilityId}/facility_reservation_forbidden_rules': catalogue('/api/facilities/1/facility_reservation_forbidden_rules', {
    reply: [
      ...under('items[].', 'id facility_id type weekdays weekdays[] dates dates[] from to days is_business time'),
      ...under('holidays[].', 'day name'),
      'holidays',
    ],
  }),
  'GET /api/facilities/{id}/openings': catalogue('/api/facilities/1/openings?from=2035-01-01&to=2035-01-31', { reply: under('items[].', 'starts_at left') }),
  'POST /api/test_packages': post(
    () => '/api/test_packages',
    ({ user }) => ({ user_id: user, facility_id: null, included_in_plan: false, ...elsewhere }),
    bookings,
  ),
  'PUT /api/test_packages/{id}': put(
    ({ undatedPackage }) => `/api/test_packages/${undatedPackage}`,
    () => ({ detail: '空腹でお越しください', location: 'みなとさくらクリニック', name: '人間ドック', tested_at: '2026-01-10T00:00:00Z', tests_attributes: [] }),
    bookings,
  ),
  'DELETE /api/test_packages/{id}': remove(({ package: id, removablePackages }) => `/api/test_packages/${removablePackages.shift() ?? id}`, bookings),
  'POST /api/test_packages/{id}/cancel': post(
    ({ package: id, cancellablePackages }) => `/api/test_packages/${cancellablePackages.shift() ?? id}/cancel`,
    () => ({ reason: 'ご都合' }),
    bookings,
    'person',
    { good: 200 },
  ),
  'GET /api/test_packages/notice': byUser('/api/test_packages/notice?change=moved&tested_at=2035-01-01T00:00:00Z', bookings, { reply: ['subject', 'text'] }),
  'GET /test_packages/{id}/calendar': get(({ datedPackage }) => `/test_packages/${datedPackage}/calendar`, read, 'person', { isFile: true }),
  'GET /api/checkup_quota': byUser('/api/checkup_quota?on=2026-11-21', read, {
    reply: ['user_id', 'contract_id', 'items', ...under('items[].', 'kind allowed used left from until')],
  }),
  'GET /api/checkup_waitlist': byUser('/api/checkup_waitlist', read, {
    reply: [...under('items[].', 'id user_id test_package_id earliest latest state offer created_at'), ...under('items[].offer.', 'id starts_at expires_at')],
  }),
}

const propose = 'propose dates'

/** Covered by separate tests: these calls need a checkup with a date, an entry of the waitlist or an offer. */
export const separateBookingCalls: Record<string, Call<SeparateIds>> = {
  'POST /api/checkup_waitlist': post(
    () => '/api/checkup_waitlist',
    ({ packagesForWaitlist }) => ({ test_package_id: packagesForWaitlist.shift() ?? none, earliest: '2034-01-01', latest: '2034-12-31' }),
    propose,
  ),
  'DELETE /api/checkup_waitlist/{id}': remove(({ waitlist }) => `/api/checkup_waitlist/${waitlist.shift() ?? none}`, propose),
  'POST /api/checkup_offers/{id}/accept': post(
    ({ offers }) => `/api/checkup_offers/${offers.shift() ?? none}/accept`,
    () => ({}),
    propose,
    'person',
    { good: 200 },
  ),
  'POST /api/checkup_offers/{id}/decline': post(
    ({ offers }) => `/api/checkup_offers/${offers.shift() ?? none}/decline`,
    () => ({}),
    propose,
    'person',
    { good: 200 },
  ),
}
