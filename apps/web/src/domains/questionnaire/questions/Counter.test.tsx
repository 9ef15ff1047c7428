import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { Counter } from './Counter.tsx'

setUpNetwork()

function Sleep() {
  const [value, setValue] = useState<number | null>(null)
  return (
    <Counter path="lifestyles.sleep_time" legend="睡眠時間" unit="時間" range={{ min: 0, max: 24, step: 0.5 }} value={value ?? undefined} onAnswer={setValue} />
  )
}

test('an answered number can be removed by a button and by Backspace', async () => {
  const { user, press } = show('patient', <Sleep />)
  const shown = () => screen.getByRole('status').textContent
  expect(screen.queryByRole('button', { name: '回答を取り消す' })).toBeNull()
  await press('増やす')
  expect(shown()).toBe('7 時間')
  await press('回答を取り消す')
  expect(shown()).toBe('– 時間')
  await press('増やす')
  await user.keyboard('{Backspace}')
  expect(shown()).toBe('– 時間')
})
