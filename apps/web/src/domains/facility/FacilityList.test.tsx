import { listFacilities } from '@sukoyaka/wire/people/facility'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { course, facility } from '../../test/data/facility.ts'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { FacilityDetail } from './FacilityDetail.tsx'
import { FacilityList } from './FacilityList.tsx'

const facilities = [
  facility(3, 'みなとさくらクリニック', { name_kana: 'ミナトサクラクリニック', courses: [course(1, '人間ドック')], hours: [] }),
  facility(4, '北町ヘルスケアセンター', { name_kana: 'キタマチヘルスケアセンター', courses: [], hours: [] }),
]
const names = () => screen.getAllByRole('link', { name: /クリニック|センター/ }).map((link) => [link.textContent, link.getAttribute('href')])
setUpNetwork()

test('lists facilities with the kinds of their courses, and finds them by reading', async () => {
  network.use(reply(listFacilities, { items: facilities }))
  const { user } = show('patient', <FacilityList />)
  expect((await screen.findByRole('list', { name: '受けられる検査' })).textContent).toBe('精密')
  expect(names()).toEqual([
    ['みなとさくらクリニック', '/facilities/3'],
    ['北町ヘルスケアセンター', '/facilities/4'],
  ])
  await user.type(screen.getByRole('searchbox'), 'きたまち')
  await waitFor(() => expect(names()).toEqual([['北町ヘルスケアセンター', '/facilities/4']]))
  expect(screen.getByRole('status').textContent).toBe('1施設')
})

test('shows the empty state, and reloads facilities after a failed request', async () => {
  network.use(reply(listFacilities, () => failure(403, 'forbidden', 'できません')))
  const { press } = show('patient', <FacilityList />)
  expect(await screen.findByText('施設を読み込めませんでした')).toBeTruthy()
  network.use(reply(listFacilities, { items: [] }))
  await press('もう一度読み込む')
  expect(await screen.findByText('予約できる施設はまだありません')).toBeTruthy()
})

test('names of courses without a translation are marked as Japanese on a page in another language', async () => {
  await act(() => i18n.changeLanguage('kr'))
  try {
    show(
      'doctor',
      <FacilityDetail facility={facility(1, 'みなとさくらクリニック', { courses: [course(1, '人間ドックコース')], options: [] })} testName={() => undefined} />,
    )
    expect((await screen.findByRole('heading', { name: '人間ドックコース' })).lang).toBe('ja')
  } finally {
    await act(() => i18n.changeLanguage('ja'))
  }
})
