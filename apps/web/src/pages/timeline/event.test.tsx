// @vitest-environment happy-dom
import type { TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { Event } from './Event.tsx'

const person = { id: 9, role: 'nutritionist', first_name: '由紀', last_name: '岡田', first_name_kana: '', last_name_kana: '', icon: null }
const at = '2026-11-05T01:00:00Z'
const item = {
  kind: 'interview',
  event: 'happened',
  id: 7,
  at,
  is_day: false,
  interview: {
    id: 7,
    interviewee_id: 3,
    kind: 'follow',
    name: '',
    conducted_at: at,
    ends_at: '2026-11-05T01:30:00Z',
    participants: [person],
    meeting_type: 'online',
    meeting_url: null,
    location: '',
    facility: null,
    status: 'done',
    patient_summary: '夕食を早めに。',
    moves: [],
  },
} as unknown as TimelineItem
const minutes = {
  id: 5,
  interview_id: 7,
  status: 'draft',
  duration_seconds: 1_920,
  sections: [{ kind: 'summary', title: '', sentences: [{ text: '間食は和菓子。', source: null }] }],
  transcript: [],
  action_items: [],
  proposed_summary: '',
  decided_by: null,
  decided_at: null,
  updated_at: at,
}
let minutesRequests = 0
setUpCardTests(() => {
  minutesRequests = 0
  return {
    get '/api/interviews/7/auto_minutes'() {
      minutesRequests++
      return { auto_minutes: minutes }
    },
  }
})

const open = async () => {
  await press('詳しく見る')
  await act(() => vi.dynamicImportSettled())
  await wait(800)
}

test('expands an interview inline and loads its minutes on demand', async () => {
  await showCard(<Event item={item} reader="staff" />)
  expect(minutesRequests).toBe(0)
  await open()
  expect(text()).toContain('間食は和菓子。')
  expect(screen.getByRole('button', { name: '閉じる' }).getAttribute('aria-expanded')).toBe('true')
  await press('閉じる')
  expect(text()).not.toContain('間食は和菓子。')
})

test('patients can expand an interview too, but see no generated minutes', async () => {
  await showCard(<Event item={item} reader="patient" />, 'patient')
  await open()
  expect(text()).toContain('岡田 由紀')
  expect(minutesRequests).toBe(0)
})
