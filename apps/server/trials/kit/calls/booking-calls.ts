import { nobody, type Subject } from '../rows/records.ts'
import { byId, byUser, type Call, ofHouse } from './call.ts'

type Spare = 'removable' | 'cancellable' | 'waiting' | 'dated' | 'offers'
/** Each request takes another one. */
const next = ({ bookings }: Subject, what: Spare) => bookings[what].shift() ?? nobody.user_id

/** Facilities, bookings and the waitlist. */
export const bookingCalls: Record<string, Call> = {
  'GET /api/facilities': ofHouse('/api/facilities?include=courses,options,hours,start_times'),
  'GET /api/facilities/:id': ofHouse('/api/facilities/1'),
  'GET /api/facilities/:facilityId/facility_reservation_forbidden_rules': ofHouse('/api/facilities/1/facility_reservation_forbidden_rules'),
  'GET /api/facilities/:id/openings': ofHouse('/api/facilities/1/openings?from=2035-01-01&to=2035-01-31'),
  'PUT /api/test_packages/:id': byId(
    (s) => `/api/test_packages/${s.bookings.arranged_id}`,
    () => ({ suggested_datetimes_attributes: [] }),
  ),
  'POST /api/test_packages': byId(
    () => '/api/test_packages',
    ({ user_id }) => ({ user_id, kind: 'general', location: '会社の健診', tested_at: '2026-05-12T00:00:00Z' }),
  ),
  'DELETE /api/test_packages/:id': byId((s) => `/api/test_packages/${next(s, 'removable')}`),
  'POST /api/test_packages/:id/cancel': byId(
    (s) => `/api/test_packages/${next(s, 'cancellable')}/cancel`,
    () => ({ reason: 'ご都合' }),
  ),
  'GET /api/test_packages/notice': byUser('/api/test_packages/notice', '&change=moved&tested_at=2035-01-01T00:00:00Z'),
  'GET /test_packages/:id/calendar': { ...byId((s) => `/test_packages/${s.bookings.dated_id}/calendar`), isFile: true },
  'GET /api/checkup_quota': byUser('/api/checkup_quota', '&on=2026-11-21'),
  'GET /api/checkup_waitlist': byUser('/api/checkup_waitlist'),
  'POST /api/checkup_waitlist': byId(
    () => '/api/checkup_waitlist',
    (s) => ({ test_package_id: next(s, 'dated'), earliest: '2034-01-01', latest: '2034-12-31' }),
  ),
  'DELETE /api/checkup_waitlist/:id': byId((s) => `/api/checkup_waitlist/${next(s, 'waiting')}`),
  'POST /api/checkup_offers/:id/accept': byId(
    (s) => `/api/checkup_offers/${next(s, 'offers')}/accept`,
    () => ({}),
  ),
  'POST /api/checkup_offers/:id/decline': byId(
    (s) => `/api/checkup_offers/${next(s, 'offers')}/decline`,
    () => ({}),
  ),
}
