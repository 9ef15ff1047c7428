import { getInterview } from '@sukoyaka/wire/care/interview'
import { type AutoMinutes, getAutoMinutes } from '@sukoyaka/wire/care/minutes'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { interview } from '../../test/data/interview.ts'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { emptyLists, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { InterviewPage } from './InterviewPage.tsx'

setUpNetwork()

const minutes: AutoMinutes = {
  ...{
    id: 5,
    interview_id: 4,
    name: '',
    met_at: '2026-11-20T01:00:00Z',
    duration_seconds: 600,
    status: 'draft',
    sections: [],
    transcript: [],
    action_items: [],
  },
  ...{ proposed_summary: '', patient_summary: '', decided_by: null, decided_at: null, edited_at: null, updated_at: '2026-11-20T02:00:00Z' },
}

test('minutes that are being edited stay open when somebody else marks the interview as done', async () => {
  let stored = interview(4, '2099-11-21T02:00:00.000Z')
  network.use(
    reply(listPatients, paged([patient(stored.interviewee_id)])),
    reply(getInterview, () => stored),
    reply(getAutoMinutes, { auto_minutes: minutes }),
    emptyLists,
  )
  const { press, store } = show(
    'doctor',
    <Routes>
      <Route path="/interviews/:interviewId" element={<InterviewPage />} />
    </Routes>,
    { path: '/interviews/4' },
  )
  await press('編集')
  const decisions = screen.getByLabelText(/決まったこと/)
  stored = { ...stored, status: 'done', updated_at: '2026-11-20T03:00:00.000Z' }
  act(() => void store.dispatch(invalidate(['interviews'])))
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('状態').value).toBe('done'))
  expect(decisions.isConnected).toBe(true)
})
