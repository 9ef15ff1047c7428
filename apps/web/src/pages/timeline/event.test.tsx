import type { TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { type AutoMinutes, readAutoMinutes } from '@sukoyaka/wire/care/minutes'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { interview } from '../../test/data/interview.ts'
import { person } from '../../test/data/person.ts'
import { network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Event } from './Event.tsx'

setUpNetwork()

const at = '2026-11-05T01:00:00Z'
const item: TimelineItem = {
  kind: 'interview',
  event: 'happened',
  id: 7,
  at,
  is_day: false,
  interview: interview(7, at, {
    interviewee_id: 3,
    ends_at: '2026-11-05T01:30:00Z',
    participants: [person(9, '岡田', 'nutritionist')],
    status: 'done',
    patient_summary: '夕食を早めに。',
  }),
}
const auto_minutes: AutoMinutes = {
  id: 5,
  interview_id: 7,
  name: 'フォロー面談',
  met_at: at,
  status: 'draft',
  duration_seconds: 1_920,
  sections: [{ kind: 'summary', title: '', sentences: [{ text: '間食は和菓子。', source: null }] }],
  transcript: [],
  action_items: [],
  proposed_summary: '',
  patient_summary: '',
  decided_by: null,
  decided_at: null,
  edited_at: null,
  updated_at: at,
}
beforeEach(() => {
  network.use(reply(readAutoMinutes, { auto_minutes }))
})

test('expands an interview inline and loads its minutes on demand', async () => {
  const { press } = show('doctor', <Event item={item} reader="staff" />)
  await screen.findByRole('button', { name: '詳しく見る' })
  await settled()
  expect(sent(readAutoMinutes)).toEqual([])
  await press('詳しく見る')
  await screen.findByText('間食は和菓子。')
  expect(sent(readAutoMinutes)).toEqual([{ id: 7 }])
  expect(screen.getByRole('button', { name: '閉じる' }).getAttribute('aria-expanded')).toBe('true')
  await press('閉じる')
  expect(screen.queryByText('間食は和菓子。')).toBeNull()
})

test('patients can expand an interview too, but see no generated minutes', async () => {
  const { press } = show('patient', <Event item={item} reader="patient" />)
  await press('詳しく見る')
  await screen.findByText(/岡田 花子/, { selector: 'dd, dd *' })
  await settled()
  expect(sent(readAutoMinutes)).toEqual([])
})
