import type { Findings, TimelineItem } from '@sukoyaka/wire/boards/timeline'
import { type AutoMinutes, getAutoMinutes } from '@sukoyaka/wire/care/minutes'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { checkup } from '../../test/data/checkup.ts'
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
  network.use(reply(getAutoMinutes, { auto_minutes }))
})

test('an interview expands inside the timeline; its minutes are loaded only then', async () => {
  const { press } = show('doctor', <Event item={item} audience="staff" />)
  await screen.findByRole('button', { name: '詳しく見る' })
  await settled()
  expect(sent(getAutoMinutes)).toEqual([])
  await press('詳しく見る')
  await screen.findByText('間食は和菓子。')
  expect(sent(getAutoMinutes)).toEqual([{ id: 7 }])
  expect(screen.getByRole('button', { name: '閉じる' }).getAttribute('aria-expanded')).toBe('true')
  await press('閉じる')
  expect(screen.queryByText('間食は和菓子。')).toBeNull()
})

test('a contact about critical values says its outcome once, and to whom it was handed over', () => {
  const contact = { id: 5, user_id: 3, contacted_at: at, contacted_by: person(9, '岡田', 'nurse'), handed_to: null, note: '', created_at: at }
  const urgent: TimelineItem = { kind: 'urgent_contact', event: 'happened', id: 5, at, is_day: false }
  const { unmount } = show('doctor', <Event item={{ ...urgent, urgent_contact: { ...contact, outcome: 'reached' } }} audience="staff" />)
  expect(screen.getByRole('article').textContent).toBe('至急連絡電話した・つながった岡田 花子10:00')
  unmount()
  const handedOver = { ...contact, outcome: 'handed_over', handed_to: person(10, '小林', 'nurse') } as const
  show('doctor', <Event item={{ ...urgent, urgent_contact: handedOver }} audience="staff" />)
  expect(screen.getByRole('article').textContent).toBe('至急連絡ほかの担当者に引き継いだ小林 花子岡田 花子10:00')
})

const checkedUp = checkup(4, at, { kind: 'detail', released_at: at, menu_text: '人間ドック' })
const findings: Findings = { unhealthy: 1, warning: 0, unknown: 5, total: 60, notable: [] }

test('patients do not read that values without a range wait for a judgement, because none will follow', () => {
  const released: TimelineItem = { kind: 'test_package', event: 'happened', id: 4, at, is_day: false, test_package: checkedUp, findings }
  const { unmount } = show('doctor', <Event item={released} audience="staff" />)
  expect(screen.getByText('未判定 5')).toBeTruthy()
  unmount()
  show('patient', <Event item={released} audience="patient" />)
  expect(screen.getByText('基準から外れた項目 1')).toBeTruthy()
  expect(screen.getByText('60項目')).toBeTruthy()
  expect(screen.queryByText(/判定/)).toBeNull()
})

test('patients can expand an interview too, but see no generated minutes', async () => {
  const { press } = show('patient', <Event item={item} audience="patient" />)
  await press('詳しく見る')
  await screen.findByText(/岡田 花子/, { selector: 'dd, dd *' })
  await settled()
  expect(sent(getAutoMinutes)).toEqual([])
})
