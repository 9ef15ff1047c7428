import { listTimeline, listTimelineMonths } from '@sukoyaka/wire/boards/timeline'
import { listKarteDrafts, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { conflict, draft } from '../../domains/karte/test-data.ts'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { narrowWindow } from '../../test/narrow-window.ts'
import { emptyLists, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { TimelinePage } from './TimelinePage.tsx'

setUpNetwork()
beforeEach(() => {
  network.use(
    reply(listPatients, paged([patient(1)])),
    reply(listTimeline, { items: [], older: null, newer: null }),
    reply(listTimelineMonths, { items: [] }),
    reply(listKarteDrafts, { items: [] }),
    emptyLists,
  )
})

const open = () =>
  show(
    'doctor',
    <Routes>
      <Route path="/:userId/timeline" element={<TimelinePage />} />
    </Routes>,
    { path: '/1/timeline' },
  )
const fields = () => screen.queryAllByRole<HTMLTextAreaElement>('textbox', { name: '本文' })

test('on a phone, a conflict that was left undecided is not shown before the note is opened', async () => {
  narrowWindow()
  network.use(reply(saveKarteDraft, ({ memo }) => conflict(draft('別の窓', 9), memo)))
  const { user, press, unmount } = open()
  await press('カルテを書く')
  await user.type(await screen.findByRole('textbox', { name: '本文' }), '頭痛')
  await user.tab()
  await screen.findByRole('region', { name: '別の画面の文章' })
  await user.keyboard('{Escape}')
  unmount()
  await settled()
  const again = open()
  await screen.findByRole('button', { name: 'カルテを書く' })
  await settled()
  expect(fields()).toEqual([])
  await again.press('カルテを書く')
  await screen.findByRole('region', { name: '別の画面の文章' })
})

test('a note that is written in the pane has no second editor on the page, even when the window becomes wider', async () => {
  network.use(reply(saveKarteDraft, ({ memo }) => draft(memo, 9)))
  const widen = narrowWindow()
  const { user, press } = open()
  await press('カルテを書く')
  await user.type(await screen.findByRole('textbox', { name: '本文' }), '頭痛')
  widen()
  await settled()
  expect(fields().map(({ value }) => value)).toEqual(['頭痛'])
  await press('下書きのまま閉じる')
  await waitFor(() => expect(fields().map(({ value }) => value)).toEqual(['頭痛']))
  await waitFor(() => expect(sent(saveKarteDraft).at(-1)).toEqual({ user_id: 1, memo: '頭痛' }))
})
