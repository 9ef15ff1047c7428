import { changeImageTestResult, listImageTestResultCategories, listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { EditDialog } from './EditDialog.tsx'
import { FollowUpsCard } from './FollowUpsCard.tsx'
import { categories, imageResult } from './test-data.ts'

setUpNetwork()

test('lists an overdue follow-up, and below it an image that nobody has read', async () => {
  network.use(
    reply(listImageTestResults, {
      items: [
        imageResult(1, 1, '2026-10-16T00:00:00Z'),
        imageResult(2, 2, '2025-10-16T00:00:00Z', { status: 2, follow_up_kind: 'retest', follow_up_on: '2026-10-16' }),
      ],
    }),
  )
  show('nurse', <FollowUpsCard user_id={1} />)
  await screen.findByText('再検・読影待ち')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['胸部X線 2025.10.16再検 期日 2026.10.16 超過', '腹部超音波 2026.10.16読影中'])
})

test('saves a follow-up twelve months after the examination with its kind; rejects a follow-up without a day', async () => {
  network.use(reply(listImageTestResultCategories, { items: categories }), reply(changeImageTestResult, imageResult(2, 2, '2025-10-16T00:00:00Z')))
  const { user, press } = show('doctor', <EditDialog latest={imageResult(2, 2, '2025-10-16T00:00:00Z')} onClose={() => {}} onRemoved={() => {}} />)
  await user.selectOptions(await screen.findByRole('combobox', { name: '次の対応' }), '再検')
  await press('保存')
  await screen.findByText('期日を入力してください')
  await press('検査の12か月後')
  await press('保存')
  await waitFor(() => expect(sent(changeImageTestResult)).toMatchObject([{ id: 2, follow_up_kind: 'retest', follow_up_on: '2026-10-16' }]))
})
