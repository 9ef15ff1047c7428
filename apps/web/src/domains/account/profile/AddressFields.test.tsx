import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { AddressFields } from './AddressFields.tsx'

setUpNetwork()

type Found = { pref: string; city: string; area: string } | null
const lookUps = new Map<string, PromiseWithResolvers<Found>>()
const getAddress = (digits: string) => {
  const lookUp = Promise.withResolvers<Found>()
  lookUps.set(digits, lookUp)
  return lookUp.promise
}

function Fields() {
  return <AddressFields form={useForm(undefined, { zip: '', prefecture: '', city: '', street: '', building: '' }, { send: () => undefined })} />
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('if the file of a postal code cannot be loaded, a message says that the search failed, not that the postal code is unknown', async () => {
  vi.doMock('jposta', () => {
    throw new Error('no connection')
  })
  const { user } = show('patient', <Fields />)
  await user.type(field('郵便番号'), '1060032')
  await screen.findByText('住所を検索できませんでした。そのまま入力してください。')
  vi.doUnmock('jposta')
})

test('the address of a postal code that was changed meanwhile is not filled in', async () => {
  vi.doMock('jposta', () => ({ getAddress }))
  const { user } = show('patient', <Fields />)
  const zip = field('郵便番号')
  await user.type(zip, '1060032')
  await user.clear(zip)
  await user.type(zip, '5300001')
  await expect.poll(() => lookUps.size).toBe(2)
  await act(async () => lookUps.get('5300001')?.resolve({ pref: '大阪府', city: '大阪市北区', area: '梅田' }))
  await act(async () => lookUps.get('1060032')?.resolve({ pref: '東京都', city: '港区', area: '六本木' }))
  expect([field('市区町村').value, screen.getByRole('status').textContent]).toEqual(['大阪市北区', expect.stringContaining('530-0001')])
})

test('the address of a postal code replaces a street that another postal code filled in, but not one that was typed', async () => {
  const areas: Record<string, string | undefined> = { 1060032: '六本木', 1070052: '赤坂' }
  vi.doMock('jposta', () => ({ getAddress: async (digits: string) => ({ pref: '東京都', city: '港区', area: areas[digits] }) }))
  const { user } = show('patient', <Fields />)
  const enter = async (digits: string) => {
    await user.clear(field('郵便番号'))
    await user.type(field('郵便番号'), digits)
    await expect.poll(() => screen.queryByRole('status')?.textContent).toContain(`${digits.slice(0, 3)}-${digits.slice(3)}`)
  }
  const street = field('町名・番地')
  await enter('1060032')
  expect(street.value).toBe('六本木')
  await enter('1070052')
  expect(street.value).toBe('赤坂')
  await user.type(street, '9-7-1')
  for (const digits of ['1060032', '1050000']) {
    await enter(digits)
    expect([street.value, screen.getByRole('status').textContent]).toEqual(['赤坂9-7-1', expect.stringContaining('町名・番地はそのままです')])
  }
  await user.clear(street)
  await enter('1060032')
  expect(street.value).toBe('六本木')
})
