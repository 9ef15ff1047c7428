import { addPerformedOperation, changePerformedOperation, listPerformedOperations } from '@sukoyaka/wire/record/illness'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalidate } from '../../../api/api.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { OperationsCard } from '../OperationsCard.tsx'
import { operation } from '../test-data.ts'

setUpNetwork()

test('saving an operation that a colleague deleted meanwhile adds nothing; the form keeps the text', async () => {
  network.use(reply(listPerformedOperations, { items: [operation(1, '虫垂切除術', { facility: '市民病院' })] }))
  const { store, user, press } = show('nurse', <OperationsCard user_id={1} />)
  await press('手術歴を編集')
  await press('編集：虫垂切除術')
  await user.type(await screen.findByLabelText('医療機関'), '外科')
  network.use(
    reply(listPerformedOperations, { items: [] }),
    reply(changePerformedOperation, () => failure(404, 'not_found', '見つかりません。')),
  )
  act(() => void store.dispatch(invalidate(['performed_operations'])))
  await screen.findByText('手術歴の記録はまだありません')
  await press('保存')
  expect((await screen.findByRole('alert')).textContent).toContain('見つかりません。')
  await press('再試行')
  expect(await screen.findByLabelText('医療機関')).toHaveProperty('value', '市民病院外科')
  expect(sent(changePerformedOperation)).toMatchObject([{ id: 1, facility: '市民病院外科' }])
  expect(sent(addPerformedOperation)).toEqual([])
})
