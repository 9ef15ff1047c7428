import { addShare, changeShare, getShare, getShareContents, listShares, revokeShare, type Share } from '@sukoyaka/wire/boards/share'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { allFormDrafts } from '../../api/form-drafts.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { SharedAccesses } from './SharedAccesses.tsx'
import { Shares } from './Shares.tsx'
import { shortTime, timeLeft } from './words.ts'

setUpNetwork()

const base: Share = {
  id: 1,
  name: '三田内科クリニック',
  parts: ['medication', 'results'],
  duration: 'week',
  state: 'open',
  wrong_codes: 0,
  expires_at: '2030-11-29T09:00:00.000Z',
  revoked_at: null,
  created_at: '2026-11-14T09:00:00.000Z',
  updated_at: '2026-11-14T09:00:00.000Z',
  opening_count: 2,
  first_opened_at: '2026-11-19T01:15:00.000Z',
  openings: [
    { opened_at: '2026-11-20T01:41:00.000Z', browser: 'Chrome, Windows', is_program: false },
    { opened_at: '2026-11-19T01:15:00.000Z', browser: '', is_program: true },
  ],
}
const ended: Share = {
  ...base,
  id: 2,
  name: '青山歯科',
  state: 'revoked',
  revoked_at: '2026-11-10T00:00:00.000Z',
  opening_count: 0,
  first_opened_at: null,
  openings: [],
}
const withSecret = (share: Share) => ({ ...share, url: 'https://sukoyaka.example.jp/share/7Kq2mVx9Rt7Kq2mVx9Rt7Kq2', passcode: '482715' })

/** Answers the calls about shares as the server does: changes are in the next list. */
const serve = (initial: Share[]) => {
  let shares = initial
  const put = (share: Share) => {
    shares = [share, ...shares.filter(({ id }) => id !== share.id)]
    return share
  }
  const named = (id: number) => shares.find((share) => share.id === id)!
  network.use(
    reply(listShares, () => ({ items: shares })),
    reply(getShare, ({ id }) => withSecret(named(id))),
    reply(getShareContents, {
      medication: { medicines: 2, supplements: 1, allergies: ['medicine'] },
      results: { newest_at: '2026-10-14T00:00:00.000Z', checkups: 3, items: 128 },
      home_blood_pressure: { readings: 26 },
      illnesses: { problems: 2, high_risks: 3, past: 1, family: 4 },
      images: { results: 5, images: 14 },
      activity: { days: 80 },
    }),
    reply(addShare, (input) => withSecret(put({ ...base, ...input, id: 3, opening_count: 0, first_opened_at: null, openings: [] }))),
    reply(changeShare, ({ id, updated_at: _, ...changes }) => withSecret(put({ ...named(id), ...changes, updated_at: '2026-11-21T00:00:00.000Z' }))),
    reply(revokeShare, ({ id }) => put({ ...named(id), state: 'revoked', revoked_at: '2026-11-21T00:00:00.000Z' })),
  )
}

test('makes a share with the chosen parts, and shows its code', async () => {
  serve([ended])
  const { user, press } = show('patient', <Shares />)
  await screen.findByRole('checkbox', { name: /検査の結果 ?最新 2026.10.14と過去2回 ?128項目/ })
  screen.getByRole('checkbox', { name: /問題 2、高リスク 3、既往歴 1、家族 4/ })
  screen.getByRole('checkbox', { name: /画像と所見.*検査5件、画像14枚/ })
  await press('共有を作る')
  await screen.findByText('見せる相手を入力してください')
  await user.type(screen.getByRole('textbox', { name: '見せる相手' }), '西村先生')
  await user.click(screen.getByRole('checkbox', { name: /家庭血圧/ }))
  await user.click(screen.getByRole('radio', { name: '1日' }))
  await press('共有を作る')
  await screen.findByText('482 715')
  expect(sent(addShare)).toEqual([{ name: '西村先生', parts: ['medication', 'results', 'illnesses'], duration: 'day' }])
  screen.getByRole('img', { name: '共有ページを開くQRコード' })
  screen.getByText(/青山歯科/)
})

test('shows a new share, not an older one, even before the refetched list contains it', async () => {
  serve([base, ended])
  const { user, press } = show('patient', <Shares />)
  await press('新しい共有を作る')
  const refetch = Promise.withResolvers<Response>()
  network.use(reply(listShares, () => refetch.promise, { once: true }))
  await user.type(await screen.findByRole('textbox', { name: '見せる相手' }), '西村先生')
  await press('共有を作る')
  await screen.findByRole('button', { name: '表示する: 西村先生', pressed: true })
  refetch.resolve(failure(503, 'unavailable', '混み合っています。'))
})

test('the form of a new share stays when the only share is stopped and another window adds one', async () => {
  serve([base])
  const { user, press, store } = show('patient', <Shares />)
  await press('共有をやめる: 三田内科クリニック')
  await screen.findByRole('dialog', { name: '共有をやめる' })
  await press('共有をやめる')
  await waitFor(() => expect([screen.queryByRole('dialog'), screen.queryByText('482 715')]).toEqual([null, null]))
  await user.type(await screen.findByRole('textbox', { name: '見せる相手' }), '西村先生')
  serve([{ ...base, id: 4, name: '別の窓' }])
  act(() => void store.dispatch(invalidate(['shares'])))
  await screen.findByText(/別の窓/)
  expect(screen.getByRole('textbox', { name: '見せる相手' })).toHaveProperty('value', '西村先生')
})

test('unsaved input of a share stays while another one is shown', async () => {
  serve([base, ended])
  const { user, press } = show('patient', <Shares />)
  await user.click(await screen.findByRole('checkbox', { name: /画像と所見/ }))
  await press('新しい共有を作る')
  await user.type(await screen.findByRole('textbox', { name: '見せる相手' }), '西村先生')
  await press('表示する: 三田内科クリニック')
  await screen.findByText('まだ反映していません')
  expect(screen.getByRole('checkbox', { name: /画像と所見/ })).toHaveProperty('checked', true)
  await press('新しい共有を作る')
  await waitFor(() => expect(screen.getByRole('textbox', { name: '見せる相手' })).toHaveProperty('value', '西村先生'))
  await press('共有を作る')
  await screen.findByRole('button', { name: '表示する: 西村先生', pressed: true })
  await press('新しい共有を作る')
  await waitFor(() => expect(screen.getByRole('textbox', { name: '見せる相手' })).toHaveProperty('value', ''))
})

test('changes are sent when they are applied, without unchanged fields', async () => {
  serve([base, ended])
  const { user, press } = show('patient', <Shares />)
  await screen.findByText('482 715')
  await user.click(screen.getByRole('checkbox', { name: /画像と所見/ }))
  await screen.findByText('まだ反映していません')
  expect(sent(changeShare)).toEqual([])
  await press('変更を反映する')
  await screen.findByText('変更を反映しました')
  expect(sent(changeShare)).toEqual([{ id: 1, updated_at: base.updated_at, parts: ['medication', 'results', 'images'] }])
})

test('says when a share was opened, and stops the share after a confirmation', async () => {
  serve([base, ended])
  const { press } = show('patient', <Shares />)
  await screen.findByText('11.19 10:15に初めて、11.20 10:41に最後に開かれました（2回）')
  screen.getByText('開かれませんでした')
  await press('共有をやめる: 三田内科クリニック')
  await screen.findByRole('dialog', { name: '共有をやめる' })
  expect(sent(revokeShare)).toEqual([])
  await press('共有をやめる')
  await screen.findByText('共有をやめました')
  expect(sent(revokeShare)).toEqual([{ id: 1 }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('482 715')).toBeNull()
})

test('unsaved changes of a share that is then stopped are no longer unsaved', async () => {
  serve([base, ended])
  const { user, press } = show('patient', <Shares />)
  await user.click(await screen.findByRole('checkbox', { name: /画像と所見/ }))
  expect([...allFormDrafts().keys()]).toEqual([expect.stringContaining('shares/1')])
  await press('共有をやめる: 三田内科クリニック')
  await screen.findByRole('dialog', { name: '共有をやめる' })
  await press('共有をやめる')
  await screen.findByText('共有をやめました')
  expect([...allFormDrafts().keys()]).toEqual([])
})

test('says when a share with many openings was opened first, and how many of the newest openings are listed', async () => {
  serve([{ ...base, opening_count: 25, first_opened_at: '2026-11-15T01:00:00.000Z' }])
  show('patient', <Shares />)
  await screen.findByText('11.15 10:00に初めて、11.20 10:41に最後に開かれました（25回）')
  screen.getByText('開かれた日時（新しいものから2件）')
})

test('the page on accesses to the record lists openings through shares', async () => {
  serve([base])
  show('patient', <SharedAccesses />)
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '三田内科クリニック 11.20 10:41\u2002Chrome, Windows',
    '三田内科クリニック 11.19 10:15\u2002プログラム',
  ])
})

test.each([
  ['2026-11-22T09:59:59.000Z', { days: 0, hours: 0, minutes: 59 }],
  ['2026-11-29T08:00:00.000Z', { days: 6, hours: 23, minutes: 0 }],
  ['2026-11-20T00:00:00.000Z', { days: 0, hours: 0, minutes: 0 }],
])('computes the time left until %s', (expires_at, left) => expect(timeLeft(expires_at, new Date('2026-11-22T09:00:00Z'))).toEqual(left))

test('an opening shows its year if that is not the current year in Tokyo', () => {
  const now = new Date('2026-12-31T16:00:00Z')
  expect(['2026-12-31T15:30:00Z', '2026-12-31T14:30:00Z'].map((at) => shortTime(at, now, 'ja'))).toEqual(['01.01 00:30', '2026.12.31 23:30'])
})
