// @vitest-environment happy-dom

import { stepStatus } from '@sukoyaka/rules/record/lifestyle'
import type { Role } from '@sukoyaka/wire/access'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, setUpFormTests, show as showCard, text, wait } from '../../test/render-ui.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { SleepTab } from './SleepTab.tsx'

// happy-dom has no canvas; only the text alternatives of charts are tested
vi.mock('../../ui/chart/echarts.ts', () => ({ init: () => ({ setOption: () => {}, resize: () => {}, dispose: () => {}, getDataURL: () => '' }) }))

const fakeServer: { counts: Map<string, number>; sent: unknown[]; rejects: boolean; fails: boolean } = {
  counts: new Map(),
  sent: [],
  rejects: false,
  fails: false,
}
const night = { user_id: 1, woke_on: '2026-11-20', total_minutes: 426, night_minutes: 426, nap_minutes: 0, episodes: 1, naps: 0 }
const respond = async (url: string, init: RequestInit) => {
  const path = url.split('?')[0]
  if (init.method === 'POST' && path === '/api/steps/bulk') {
    const body = JSON.parse(String(init.body)) as { steps: { measured_on: string; count: number }[] }
    fakeServer.sent.push(body)
    if (fakeServer.rejects) return json({ error: 'ただいま保存できません。', code: 'forbidden' }, 403)
    for (const { measured_on, count } of body.steps) fakeServer.counts.set(measured_on, count)
    return json({ items: [] }, 201)
  }
  if (fakeServer.fails) return json({ error: 'x', code: 'forbidden' }, 403)
  if (path === '/api/steps')
    return json({
      items: [...fakeServer.counts].map(([measured_on, count], id) => ({
        id,
        user_id: 1,
        measured_on,
        count,
        status: stepStatus(count),
        origin: '',
        updated_at: '',
      })),
    })
  if (path === '/api/sleeps/daily') return json({ items: [{ ...night, bedtime: '2026-11-19T14:20:00Z', wake_time: '2026-11-19T21:26:00Z' }] })
  if (path === '/api/sleeps')
    return json({ items: [{ id: 1, user_id: 1, started_at: '2026-11-19T14:20:00Z', ended_at: '2026-11-19T21:26:00Z', is_nap: false, origin: '' }] })
  return json({ items: [] })
}

setUpFormTests({
  now: '2026-11-21T03:00:00Z',
  load: () => [import('./AddStepsDialog.tsx')],
  before: () => {
    Object.assign(fakeServer, {
      sent: [],
      rejects: false,
      fails: false,
      counts: new Map([
        ['2026-11-20', 6000],
        ['2026-11-19', 5999],
      ]),
    })
  },
  respond,
})

const show = (role: Role, tab: 'activity' | 'sleep' = 'activity') => showCard(role, tab === 'activity' ? <ActivityTab user_id={1} /> : <SleepTab user_id={1} />)
const row = (name: RegExp) => screen.getAllByRole('row').find((element) => name.test(element.textContent ?? ''))?.textContent ?? ''

test('counts 6,000 steps as enough and 5,999 as low in text and table, and a day without steps as missing', async () => {
  await show('doctor')
  expect(text()).toContain('6,000歩以上 1日')
  expect(text()).toContain('6,000歩未満 1日')
  expect(screen.getByRole('img', { name: /^歩数、2026\.10\.23から2026\.11\.21、記録2日、平均6,000歩、6,000歩以上1日$/ })).toBeTruthy()
  expect(row(/11\.19/)).toContain('5,9996,000歩未満')
  expect(row(/11\.20/)).not.toContain('未満')
  expect(row(/11\.21/)).toContain('記録なし')
})

test('saves yesterday’s steps typed in full-width digits once and shows them in the table', async () => {
  await show('patient')
  fireEvent.click(screen.getByRole('button', { name: '歩数を入力' }))
  await wait(300)
  const dialog = within(screen.getByRole('dialog', { name: '歩数を入力' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /11\.20/ }), { target: { value: '７，３０２' } })
  fireEvent.click(dialog.getByRole('button', { name: '保存' }))
  await wait(500)
  expect(fakeServer.sent).toEqual([{ user_id: 1, steps: [{ measured_on: '2026-11-20', count: 7302 }] }])
  expect(row(/11\.20/)).toContain('7,302')
  expect(text()).toContain('歩数を保存しました')
})

test('shows an error for input that is not a number and sends nothing', async () => {
  await show('doctor')
  fireEvent.click(screen.getByRole('button', { name: '歩数を入力' }))
  await wait(300)
  const dialog = within(screen.getByRole('dialog', { name: '歩数を入力' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /11\.21/ }), { target: { value: 'たくさん' } })
  fireEvent.click(dialog.getByRole('button', { name: '保存' }))
  await wait(300)
  expect(dialog.getByText('0から200,000までの整数で入力してください')).toBeTruthy()
  expect(fakeServer.sent).toEqual([])
})

test('rolls back steps that failed to save and allows a retry', async () => {
  await show('doctor')
  fakeServer.rejects = true
  fireEvent.click(screen.getByRole('button', { name: '歩数を入力' }))
  await wait(300)
  fireEvent.change(screen.getByRole('textbox', { name: /11\.21/ }), { target: { value: '800' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await wait(500)
  expect(text()).toContain('歩数を保存できませんでした')
  expect(row(/11\.21/)).toContain('記録なし')
  fakeServer.rejects = false
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  await wait(500)
  expect(row(/11\.21/)).toContain('800')
})

test.each<Role>(['observer', 'concierge'])('shows steps read-only to %s', async (role) => {
  await show(role)
  expect(row(/11\.20/)).toContain('6,000')
  expect(screen.queryByRole('button', { name: '歩数を入力' })).toBeNull()
})

test('shows a load error per card', async () => {
  fakeServer.fails = true
  await show('doctor')
  for (const words of ['歩数を読み込めませんでした', '睡眠の記録を読み込めませんでした', '活動の記録を読み込めませんでした']) expect(text()).toContain(words)
  fakeServer.fails = false
  fireEvent.click(screen.getAllByRole('button', { name: 'もう一度読み込む' })[0]!)
  await wait(800)
  expect(text()).not.toContain('歩数を読み込めませんでした')
})

test('lists sleep by the day of waking and marks nights without a record', async () => {
  await show('doctor', 'sleep')
  expect(text()).toContain('記録 1日／30日')
  expect(row(/11\.20/)).toBe('11.20（金）7:067:06–23:2006:261回')
  expect(row(/11\.19/)).toBe('11.19（木）記録なし')
  expect(screen.getByRole('img', { name: /記録1日、平均7時間06分$/ })).toBeTruthy()
})
