import { type CheckupReport, listCheckupReports, makeCheckupReport } from '@sukoyaka/wire/care/report'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { checkup } from '../../test/data/checkup.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Reports } from './Reports.tsx'

setUpNetwork()

const released = checkup(19, '2026-10-21T00:00:00Z', { name: '人間ドック', released_at: '2026-10-28T00:00:00Z' })
const checkups = {
  currentData: { items: [released, checkup(20, '2026-11-02T00:00:00Z', { name: '再検査', released_at: null })] },
  isError: false,
  isFetching: false,
  refetch: vi.fn(),
}
const report = (id: number, more: Partial<CheckupReport> = {}): CheckupReport => ({
  ...{ id, user_id: 1, test_package_id: 19, kind: 'patient', language: 'ja', edition: id, number: '2026-1021-0019', state: 'ready' },
  ...{ url: `/files/signed-${id}`, size: 181_550, created_at: '2026-11-21T00:00:00Z' },
  ...more,
})

let made: CheckupReport[]
beforeEach(() => {
  made = []
  network.use(reply(listCheckupReports, () => ({ items: made })))
})

test('a patient makes the report of a released checkup in a language and saves it when it is ready', async () => {
  network.use(
    reply(makeCheckupReport, () => {
      made = [report(1, { state: 'making', url: null, size: null, language: 'en' })]
      return made[0]!
    }),
  )
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  const { user, press, store } = show('patient', <Reports user_id={1} checkups={checkups} isOwn />)
  await screen.findByRole('heading', { name: /2026.10.21 人間ドック/ })
  expect(screen.queryByText(/再検査/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'English' }))
  await press('ご本人用の報告書を作成（2026.10.21）')
  await screen.findByText('作成しています')
  expect(sent(makeCheckupReport)).toEqual([{ test_package_id: 19, kind: 'patient', language: 'en' }])
  made = [report(1, { language: 'en' })]
  act(() => void store.dispatch(invalidate(['checkup_reports'])))
  await screen.findByText('報告書ができました')
  await press('ご本人用の報告書 第1版を保存（2026.10.21）')
  await expect.poll(() => clicked).toEqual(['/files/signed-1'])
})

test('says if nothing has changed since the newest edition, lists earlier editions, and shows a failed report', async () => {
  made = [report(2), report(1), report(3, { kind: 'doctor', state: 'failed', url: null })]
  network.use(reply(makeCheckupReport, () => report(2)))
  const { press } = show('doctor', <Reports user_id={1} checkups={checkups} isOwn={false} />)
  await press('ご本人用の報告書の新しい版を作成（2026.10.21）')
  await screen.findByText('第2版から変わったところはありません')
  screen.getByText('以前の版 1件')
  const doctors = screen.getByRole('heading', { name: '医療機関用' }).closest('li')!
  within(doctors).getByText('作成できませんでした')
})

test('an observer can save reports, but not make them', async () => {
  made = [report(1)]
  show('observer', <Reports user_id={1} checkups={checkups} isOwn={false} />)
  await screen.findByRole('button', { name: /第1版を保存/ })
  expect(screen.queryByRole('button', { name: /作成/ })).toBeNull()
})
