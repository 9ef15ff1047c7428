import { addPlan, changePlan, getPlan, getService, listAllPlans, listServices } from '@sukoyaka/wire/boards/admin/plan'
import { addReferenceRange, getReferenceRange, listAllReferenceRanges } from '@sukoyaka/wire/boards/admin/reference-range'
import { type addResultCategory, listAllResultCategories } from '@sukoyaka/wire/boards/admin/result-category'
import { addView, changeView, listViews, type SavedView } from '@sukoyaka/wire/boards/admin/view'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { pageOf } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RecordsPage } from './RecordsPage.tsx'

setUpNetwork()
beforeEach(() => network.use(reply(listViews, { items: [] })))
const plan: Reply<typeof getPlan> = {
  ...{ id: 3, name_ja: '標準', name_en: 'Standard', name_kr: '', service_id: 7, service_name: '基本サービス', price: 1000, billing_cycle: 'yearly' },
  ...{ contract_period: 12, duration: 12, auto_update: true, sort_number: 10, updated_at: '2026-11-20T00:00:00.000Z' },
}
const page = <T,>(items: T[]) => ({ items, page: 1, next_page: null, total_count: items.length })
const records = (
  <Routes>
    <Route path="/admin/:table" element={<RecordsPage />} />
  </Routes>
)
const showPlans = (search = '') =>
  show(
    'admin',
    <>
      <Link to="/admin/plans?q=割引">another search</Link>
      {records}
    </>,
    { path: `/admin/plans${search}` },
  )
const service = { id: 7, name_ja: '基本サービス', name_en: '', name_kr: '', chat: true, full_checkup_count: 1, followup_checkup_count: 1, interview_count: 1 }
const category: Reply<typeof addResultCategory> = {
  ...{ id: 9, name_ja: 'HbA1c', name_en: '', name_kr: '', result_group: 'glucose', unit: '%', unit_display: '%', decimals: 1, value_labels: [] },
  ...{ applicable_sex: 'any', possible_min: null, possible_max: null, likely_min: null, likely_max: null, serious_below: null, serious_above: null },
  ...{ loinc: null, jlac10: null, source: '', is_active: true, sort_number: 10, updated_at: plan.updated_at },
}
const range: Reply<typeof addReferenceRange> = {
  ...{ id: 4, category_id: 9, category_name: 'HbA1c', unit: '%', sex: 'any', age_min: 18, age_max: null, unhealthy_below: null, healthy_min: null },
  ...{ healthy_max: null, unhealthy_above: null, valid_from: null, valid_until: null, source: '判定区分', state: 'current', updated_at: plan.updated_at },
}
const services = reply(listServices, page([{ ...service, plan_count: 1, updated_at: plan.updated_at }]))

test('a new record is not sent while a field is missing; once it is saved, the record opens', async () => {
  network.use(reply(listAllPlans, page([])), services, reply(addPlan, plan), reply(getPlan, plan))
  const { user, press } = showPlans()
  await press('プランを追加')
  await press('保存')
  const name = await screen.findByRole('textbox', { name: '名称' })
  expect(document.activeElement).toBe(name)
  expect(sent(addPlan)).toEqual([])
  await user.type(name, '標準')
  await user.type(screen.getByRole('combobox', { name: /^サービス/ }), '基本')
  await user.click(await screen.findByRole('option', { name: /基本サービス/ }))
  await user.type(screen.getByRole('textbox', { name: /^料金/ }), '１０００')
  await press('保存')
  await screen.findByRole('heading', { name: '標準' })
  expect(sent(addPlan)).toMatchObject([{ name_ja: '標準', service_id: 7, price: 1000, billing_cycle: 'yearly', contract_period: 12, auto_update: true }])
})

test('a correction typed while a new record is sent is an edit of the created record, not of the next new record', async () => {
  const saving = Promise.withResolvers<void>()
  network.use(
    reply(listAllPlans, page([])),
    services,
    reply(addPlan, async () => {
      await saving.promise
      return plan
    }),
    reply(getPlan, plan),
    reply(changePlan, { ...plan, name_ja: '標準改' }),
  )
  const { user, press } = showPlans()
  await press('プランを追加')
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '標準')
  await user.type(screen.getByRole('combobox', { name: /^サービス/ }), '基本')
  await user.click(await screen.findByRole('option', { name: /基本サービス/ }))
  await user.type(screen.getByRole('textbox', { name: /^料金/ }), '1000')
  await press('保存')
  await waitFor(() => expect(sent(addPlan)).toHaveLength(1))
  await user.type(screen.getByRole('textbox', { name: '名称' }), '改')
  saving.resolve()
  await screen.findByRole('heading', { name: '標準' })
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })
  expect((await name()).value).toBe('標準改')
  await press('保存')
  await waitFor(() => expect(sent(changePlan)).toMatchObject([{ id: 3, name_ja: '標準改', price: 1000, updated_at: plan.updated_at }]))
  await press('プランを追加')
  await screen.findByRole('heading', { name: 'プランを追加' })
  expect((await name()).value).toBe('')
})

test('a field that is fixed after creation cannot be edited while a new record is sent', async () => {
  const answers = [Promise.withResolvers<Response | Reply<typeof addReferenceRange>>(), Promise.withResolvers<Response | Reply<typeof addReferenceRange>>()]
  let requests = 0
  network.use(
    reply(listAllReferenceRanges, page([])),
    reply(listAllResultCategories, page([category])),
    reply(addReferenceRange, () => answers[requests++]!.promise),
    reply(getReferenceRange, range),
  )
  const { user, press } = show('admin', records, { path: '/admin/reference_ranges' })
  await press('基準範囲を追加')
  await user.type(await screen.findByRole('combobox', { name: /^検査項目/ }), 'HbA1c')
  await user.click(await screen.findByRole('option', { name: /HbA1c/ }))
  await user.type(screen.getByRole('textbox', { name: /^出典/ }), '判定区分')
  const fixedField = () => screen.queryByRole<HTMLInputElement>('combobox', { name: /^検査項目/ })
  await press('保存')
  await waitFor(() => expect(fixedField()).toBeNull())
  screen.getByText('HbA1c')
  // a rejected record can be corrected
  answers[0]!.resolve(failure(422, 'invalid', '重なっています。'))
  await waitFor(() => expect(fixedField()?.value).toBe('HbA1c'))
  await press('保存')
  await waitFor(() => expect(fixedField()).toBeNull())
  answers[1]!.resolve(range)
  await screen.findByRole('heading', { name: /^HbA1c/ })
  expect(sent(addReferenceRange)).toMatchObject([{ category_id: 9 }, { category_id: 9 }])
})

test('after a conflict, the form names the fields that both changed and keeps the typed values; the next save sends them with the new version', async () => {
  const theirs = { ...plan, price: 2000, sort_number: 20, updated_at: '2026-11-21T00:00:00.000Z' }
  let isSaved = false
  network.use(
    reply(listAllPlans, page([plan])),
    services,
    reply(getPlan, () => (isSaved ? theirs : plan)),
    reply(changePlan, () => {
      const isFirst = !isSaved
      isSaved = true
      return isFirst ? failure(409, 'conflict', '変わっています。') : { ...theirs, price: 3000 }
    }),
  )
  const { user, press } = showPlans('?id=3')
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: /^料金/ })
  await user.clear(price)
  await user.type(price, '3000')
  await press('保存')
  await screen.findByText(/ほかの管理者も変えた項目です。.*料金/)
  expect(price.value).toBe('3000')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^表示順/ }).value).toBe('20')
  await press('保存')
  await screen.findByText('保存しました')
  expect(sent(changePlan)).toMatchObject([
    { id: 3, price: 3000, sort_number: 10, updated_at: plan.updated_at },
    { id: 3, price: 3000, sort_number: 20, updated_at: theirs.updated_at },
  ])
})

test('a reference that was changed but not saved is shown with its own name when the record is opened again', async () => {
  const other = { ...service, id: 8, name_ja: '別のサービス', plan_count: 0, updated_at: plan.updated_at }
  network.use(reply(listAllPlans, page([plan])), reply(listServices, page([other])), reply(getService, other), reply(getPlan, plan))
  const { user, unmount, store } = showPlans('?id=3')
  const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^サービス/ })
  expect((await field()).value).toBe('基本サービス')
  await user.clear(await field())
  await user.type(await field(), '別')
  await user.click(await screen.findByRole('option', { name: /別のサービス/ }))
  unmount()
  show('admin', records, { path: '/admin/plans?id=3', store })
  await waitFor(async () => expect((await field()).value).toBe('別のサービス'))
})

test('sorts by a heading, hides a column, and asks before it discards changes', async () => {
  network.use(reply(listAllPlans, page([plan])), services, reply(getPlan, plan))
  const { user, press } = showPlans()
  await press('名称')
  await waitFor(() => expect(screen.getByRole('columnheader', { name: '名称' }).getAttribute('aria-sort')).toBe('ascending'))
  expect(sent(listAllPlans)).toMatchObject([{ page: 1 }, { page: 1, sort: 'name_ja' }])
  await press('列の表示')
  await user.click(screen.getByRole('checkbox', { name: '支払い' }))
  expect(screen.queryByRole('columnheader', { name: '支払い' })).toBeNull()
  await user.keyboard('{Escape}')
  await press('標準を開く')
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '改')
  await press('キャンセル')
  const dialog = await screen.findByRole('dialog', { name: '変更の破棄' })
  within(dialog).getByRole('button', { name: '変更を破棄' }).click()
  await press('標準を開く')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })).value).toBe('標準')
})

test('a view is saved with order and hidden columns but without the page; it can be replaced by the current state of the list and applied', async () => {
  const owner = { ...{ id: 1, role: 'admin' as const, last_name: '管', first_name: '太郎', last_name_kana: '', first_name_kana: '', icon: null } }
  const view: SavedView = {
    id: 5,
    table: 'plans',
    name: '高い順',
    query: 'hide=duration&sort=-price',
    is_shared: false,
    owner,
    is_own: true,
    updated_at: plan.updated_at,
  }
  const views: SavedView[] = []
  network.use(
    reply(listAllPlans, page([plan])),
    services,
    reply(listViews, () => ({ items: [...views] })),
    reply(addView, () => {
      views.push(view)
      return view
    }),
    reply(changeView, view),
  )
  const { user, press } = showPlans('?sort=-price&hide=duration&page=2')
  await press('保存した表示')
  await user.click(screen.getByRole('menuitem', { name: '今の条件を保存' }))
  await press('保存')
  await user.type(await screen.findByRole('textbox', { name: /^名前/ }), '高い順')
  await press('保存')
  await screen.findByText('表示を保存しました')
  expect(sent(addView)).toEqual([{ table: 'plans', name: '高い順', query: 'hide=duration&sort=-price', is_shared: false }])
  await user.click(screen.getByRole('button', { name: /^料金/ }))
  await press('保存した表示')
  await user.click(await screen.findByRole('menuitem', { name: '「高い順」を今の条件で上書き' }))
  await waitFor(() => expect(sent(changeView)).toMatchObject([{ id: 5, query: 'hide=duration', name: '高い順' }]))
  await press('保存した表示')
  await user.click(await screen.findByRole('menuitem', { name: '高い順' }))
  await waitFor(() => expect(sent(listAllPlans).at(-1)).toMatchObject({ sort: '-price', page: 1 }))
})

test('a page number beyond the last page shows the page before it, or the first page if that one is empty too', async () => {
  network.use(
    reply(listAllPlans, ({ page: at }) => pageOf([[plan], [{ ...plan, id: 4, name_ja: '家族' }]], at)),
    services,
  )
  const { unmount } = showPlans('?page=3')
  await screen.findByText('家族')
  screen.getByRole('navigation', { name: 'ページ' })
  unmount()
  showPlans('?page=900')
  await screen.findByText('標準')
  expect(sent(listAllPlans).map(({ page: at }) => at)).toEqual([3, 2, 900, 899, 1])
})

test('the search field shows the search text of the URL, also after a navigation, and keeps what is typed', async () => {
  network.use(reply(listAllPlans, page([plan])), services)
  const { user } = showPlans('?q=標準')
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  expect(field.value).toBe('標準')
  await user.click(screen.getByRole('link', { name: 'another search' }))
  expect(field.value).toBe('割引')
  await waitFor(() => expect(sent(listAllPlans).at(-1)).toMatchObject({ q: '割引' }))
  await user.type(field, 'なし')
  expect(field.value).toBe('割引なし')
  await waitFor(() => expect(sent(listAllPlans).at(-1)).toMatchObject({ q: '割引なし' }))
})

test('a record that was opened during the save of another record stays open when the save ends', async () => {
  const other = { ...plan, id: 4, name_ja: '家族' }
  const saving = Promise.withResolvers<void>()
  network.use(
    reply(listAllPlans, page([plan, other])),
    services,
    reply(getPlan, ({ id }) => (id === 3 ? plan : other)),
    reply(changePlan, async () => {
      await saving.promise
      return { ...plan, price: 2000 }
    }),
  )
  const { user, press } = showPlans('?id=3')
  const price = await screen.findByRole('textbox', { name: /^料金/ })
  await user.clear(price)
  await user.type(price, '2000')
  await press('保存')
  await waitFor(() => expect(sent(changePlan)).toHaveLength(1))
  await press('家族を開く')
  await screen.findByRole('heading', { name: '家族' })
  saving.resolve()
  await screen.findByText('保存しました')
  expect(screen.getByRole('heading', { name: '家族' })).toBeTruthy()
})

test.each(['1.5', '0', 'x', '-2'])('a URL with the page %s shows the first page', async (at) => {
  network.use(reply(listAllPlans, page([plan])), services)
  showPlans(`?page=${at}`)
  await screen.findByText('標準')
  expect(sent(listAllPlans)).toEqual([{ page: 1 }])
})
