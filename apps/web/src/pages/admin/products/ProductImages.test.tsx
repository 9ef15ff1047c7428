import { getProductEntry, orderProductImages, removeProductImage } from '@sukoyaka/wire/boards/admin/product'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { products } from '../tables/product-table.ts'
import { ProductImages } from './ProductImages.tsx'

setUpNetwork()
let stored: readonly string[]
beforeEach(() => {
  stored = ['/a.jpg', '/b.jpg', '/c.jpg']
  network.use(
    reply(getProductEntry, () => ({ id: 3, images: stored }) as never),
    reply(orderProductImages, ({ images }) => {
      stored = images
      return { images } as never
    }),
  )
})

function OpenProduct() {
  const { currentData } = products.useRecord(3)
  return currentData ? <ProductImages record={currentData} /> : null
}
const shown = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'))
const showProduct = async () => {
  const { press } = show('admin', <OpenProduct />)
  await screen.findAllByRole('img')
  return press
}

test('images are moved with buttons; the new place is said, and the focus goes with the image', async () => {
  const press = await showProduct()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '1枚目の画像を前へ' }).disabled).toBe(true)
  await press('2枚目の画像を後ろへ')
  await waitFor(() => expect(sent(orderProductImages)).toEqual([{ id: 3, images: ['/a.jpg', '/c.jpg', '/b.jpg'] }]))
  await screen.findByText('3枚中3枚目になりました')
  expect(shown()).toEqual(['/a.jpg', '/c.jpg', '/b.jpg'])
  // it is the last one now: only forward is left
  expect(document.activeElement?.getAttribute('aria-label')).toBe('3枚目の画像を前へ')
})

test('a move is shown before it is saved; a second one starts from the first; a removal after a move moves no focus', async () => {
  const { promise: saving, resolve: finish } = Promise.withResolvers<never>()
  network.use(
    reply(removeProductImage, ({ image }) => {
      stored = stored.filter((url) => url !== image)
      return { images: stored } as never
    }),
  )
  const press = await showProduct()
  network.use(reply(orderProductImages, () => saving, { once: true }))
  await press('1枚目の画像を後ろへ')
  await screen.findByText('3枚中2枚目になりました')
  expect(shown()).toEqual(['/b.jpg', '/a.jpg', '/c.jpg'])
  stored = ['/b.jpg', '/a.jpg', '/c.jpg']
  finish({} as never)
  await waitFor(() => expect(sent(getProductEntry)).toHaveLength(2))
  await press('2枚目の画像を後ろへ')
  await screen.findByText('3枚中3枚目になりました')
  expect(sent(orderProductImages).at(-1)).toEqual({ id: 3, images: ['/b.jpg', '/c.jpg', '/a.jpg'] })
  await press('1枚目の画像を削除')
  await screen.findByText('画像を削除しました')
  await waitFor(() => expect(shown()).toEqual(['/c.jpg', '/a.jpg']))
  expect(screen.queryByText(/になりました/)).toBeNull()
})

test('an order of images of which somebody added or removed one meanwhile is reported', async () => {
  network.use(reply(orderProductImages, () => failure(409, 'conflict', '他の人が変更しました。')))
  const press = await showProduct()
  await press('1枚目の画像を後ろへ')
  await screen.findByText('画像の順番を変えられませんでした')
  await waitFor(() => expect(shown()).toEqual(['/a.jpg', '/b.jpg', '/c.jpg']))
})
