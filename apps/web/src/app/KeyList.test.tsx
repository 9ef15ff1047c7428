import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setUpNetwork } from '../test/network.ts'
import { show } from '../test/show.tsx'
import { useKeys } from '../ui/page/keys.ts'
import { KeyList, openKeyList } from './KeyList.tsx'

setUpNetwork()
afterEach(() => localStorage.clear())

const pressed: string[] = []
function Page() {
  useKeys([{ key: 'j', label: '次の行', run: () => pressed.push('j') }])
  return null
}

test('the list of shortcuts turns them off and on, and can be opened from the menu while they are off', async () => {
  const { user } = show(
    'nurse',
    <>
      <Page />
      <KeyList />
    </>,
  )
  const dialog = () => screen.queryByRole('dialog', { name: 'キーボード操作' })
  await user.keyboard('j?')
  expect(pressed).toEqual(['j'])
  const off = within(dialog()!).getByRole('switch', { name: 'キーボード操作を使う' })
  await user.click(off)
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  await user.keyboard('j?')
  expect(pressed).toEqual(['j'])
  expect(dialog()).toBeNull()
  openKeyList()
  await user.click(await screen.findByRole('switch', { name: 'キーボード操作を使う', checked: false }))
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  await user.keyboard('j')
  expect(pressed).toEqual(['j', 'j'])
})
