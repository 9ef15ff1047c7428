import type { Interview } from '@sukoyaka/wire/care/interview'

/** An online follow-up interview that takes place at `conducted_at`. */
export const interview = (id: number, conducted_at: string, more: Partial<Interview> = {}): Interview => ({
  id,
  interviewee_id: 1,
  kind: 'follow',
  name: '',
  conducted_at,
  ends_at: null,
  location: '',
  meeting_type: 'online',
  meeting_url: null,
  status: 'scheduled',
  patient_summary: '',
  auto_minutes: null,
  facility_id: null,
  facility: null,
  included_in_plan: false,
  participants: [],
  moves: [],
  cancelled_at: null,
  cancel_reason: null,
  video: null,
  sequence: 0,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-20T01:00:00.000Z',
  ...more,
})
