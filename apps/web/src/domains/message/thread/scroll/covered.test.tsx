import type { Message } from '@sukoyaka/wire/care/message'
import { openMessages } from '@sukoyaka/wire/care/message-mark'
import { waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { message, room } from '../../test-data.ts'
import { useMarkAsRead } from '../use-mark-as-read.ts'

setUpNetwork()

/** Reports the message as visible, as the list does on every scroll. */
function Visible({ isCovered, of, shown }: { isCovered: boolean; of: number; shown: Message }) {
  const { markVisible } = useMarkAsRead(room(of, '佐伯'), 7, isCovered)
  useEffect(() => markVisible([shown]))
  return null
}

test('messages below the search results are not marked as read; they are once the search is closed', async () => {
  network.use(reply(openMessages, { items: [] }))
  const covered = show('nurse', <Visible isCovered of={1} shown={message(9)} />)
  show('nurse', <Visible isCovered={false} of={2} shown={message(10)} />)
  await waitFor(() => expect(sent(openMessages)).toEqual([{ ids: [10] }]))
  covered.rerender(<Visible isCovered={false} of={1} shown={message(9)} />)
  await waitFor(() => expect(sent(openMessages)).toEqual([{ ids: [10] }, { ids: [9] }]))
})
