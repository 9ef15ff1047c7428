import { listEmoticons } from '@sukoyaka/wire/care/message-mark'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { EmoticonPicker } from './EmoticonPicker.tsx'

setUpNetwork()

const items = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  code: `e${at}`,
  emoji: '👍',
  display_name: `絵文字${at}`,
  is_active: true,
  sort_number: at,
}))

test.each([6, 8])('in %i columns, arrow keys move the focus to the next emoticon and to the one below', async (columns) => {
  network.use(reply(listEmoticons, { items }))
  const { user } = show('nurse', <EmoticonPicker onPick={() => undefined} />)
  const first = await screen.findByRole('button', { name: '絵文字0' })
  // in the app, the style sheet sets the columns, fewer on touch screens
  first.parentElement!.style.gridTemplateColumns = Array(columns).fill('40px').join(' ')
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe(`絵文字${columns + 1}`)
})
