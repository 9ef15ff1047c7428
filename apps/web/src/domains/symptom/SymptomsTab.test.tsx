import { listSymptomCategories, listSymptoms } from '@sukoyaka/wire/record/symptom'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { SymptomsTab } from './SymptomsTab.tsx'

setUpNetwork()

test('shows a load error, whose retry loads only the failed list, and says if there are no answers', async () => {
  network.use(
    reply(listSymptomCategories, { items: [] }),
    reply(listSymptoms, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }),
    reply(listSymptoms, { items: [] }),
  )
  const { press } = show('doctor', <SymptomsTab user_id={1} />)
  await screen.findByText('症状の回答を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('症状の回答はまだありません')
  expect([listSymptomCategories, listSymptoms].map((list) => sent(list).length)).toEqual([1, 2])
})
