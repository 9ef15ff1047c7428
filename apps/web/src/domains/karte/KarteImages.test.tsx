import { removeKarteImage } from '@sukoyaka/wire/care/karte'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { KarteImages } from './KarteImages.tsx'
import { karte } from './test-data.ts'

setUpNetwork()

test('an image is removed from a note only once that is confirmed', async () => {
  network.use(reply(removeKarteImage, undefined as never))
  const variants = { original: '/o', large: '/l', medium: '/m', small: '/s' }
  const images = [{ attachment_id: 5, signed_id: 's', name: '足.png', content_type: 'image/png', size: 1, width: 1, height: 1, variants }]
  const { user, press } = show('doctor', <KarteImages karte={{ ...karte(9, ''), images }} mayChange />)
  await press('画像1を開く')
  const ask = async () => {
    await press('足.pngを外す')
    return within(await screen.findByRole('dialog', { name: '画像を外す' }))
  }
  await user.click((await ask()).getByRole('button', { name: 'キャンセル' }))
  expect(sent(removeKarteImage)).toEqual([])
  await user.click((await ask()).getByRole('button', { name: '画像を外す' }))
  await screen.findByText('画像を外しました')
  expect(sent(removeKarteImage)).toEqual([{ id: 9, attachment_id: 5 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
