import { addProductImage, orderProductImages, removeProductImage } from '@sukoyaka/wire/boards/admin/product'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ProductImages } from './ProductImages.tsx'

setUpNetwork()
const record = (...images: string[]) => ({ id: 3, images })
const shown = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'))

test('a button moves an image, announces the new place of the image, and keeps the focus on its buttons', async () => {
  network.use(reply(orderProductImages, ({ images }) => ({ images }) as never))
  const { press, rerender } = show('admin', <ProductImages record={record('/a.jpg', '/b.jpg', '/c.jpg')} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '1枚目の画像を前へ' }).disabled).toBe(true)
  await press('2枚目の画像を後ろへ')
  await waitFor(() => expect(sent(orderProductImages)).toEqual([{ id: 3, images: ['/a.jpg', '/c.jpg', '/b.jpg'] }]))
  rerender(<ProductImages record={record('/a.jpg', '/c.jpg', '/b.jpg')} />)
  await screen.findByText('3枚中3枚目になりました')
  expect(shown()).toEqual(['/a.jpg', '/c.jpg', '/b.jpg'])
  // the image is the last one now and can only move to the front
  expect(document.activeElement?.getAttribute('aria-label')).toBe('3枚目の画像を前へ')
})

test('a second move before the list is loaded again starts from the order after the first move; a removal clears the announced place', async () => {
  network.use(
    reply(orderProductImages, ({ images }) => ({ images }) as never),
    reply(removeProductImage, { images: [] } as never),
  )
  const { press, rerender } = show('admin', <ProductImages record={record('/a.jpg', '/b.jpg', '/c.jpg')} />)
  await press('1枚目の画像を後ろへ')
  await screen.findByText('3枚中2枚目になりました')
  expect(shown()).toEqual(['/b.jpg', '/a.jpg', '/c.jpg'])
  await press('2枚目の画像を後ろへ')
  await screen.findByText('3枚中3枚目になりました')
  expect(sent(orderProductImages).at(-1)).toEqual({ id: 3, images: ['/b.jpg', '/c.jpg', '/a.jpg'] })
  await press('1枚目の画像を削除')
  await screen.findByText('画像を削除しました')
  rerender(<ProductImages record={record('/c.jpg', '/a.jpg')} />)
  expect(shown()).toEqual(['/c.jpg', '/a.jpg'])
  expect(screen.queryByText(/になりました/)).toBeNull()
})

test('if the server rejects a new order, the images keep their order and an error is shown', async () => {
  network.use(reply(orderProductImages, () => failure(409, 'conflict', '他の人が変更しました。')))
  const { press } = show('admin', <ProductImages record={record('/a.jpg', '/b.jpg')} />)
  await press('1枚目の画像を後ろへ')
  await screen.findByText('画像の順番を変えられませんでした')
  expect(shown()).toEqual(['/a.jpg', '/b.jpg'])
})

test('the other images are added after one is rejected, whose name is shown with the reason', async () => {
  let count = 0
  network.use(
    reply(addProductImage, () => {
      count += 1
      return count === 1 ? failure(422, 'image_too_detailed', '画像が大きすぎます。') : ({ images: ['/b.jpg'] } as never)
    }),
  )
  const { user } = show('admin', <ProductImages record={record()} />)
  const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  await user.upload(screen.getByLabelText('画像を追加', { selector: 'input' }), files)
  expect((await screen.findByRole('alert')).textContent).toBe('a.png: 画像が大きすぎます。')
  expect(count).toBe(2)
})
