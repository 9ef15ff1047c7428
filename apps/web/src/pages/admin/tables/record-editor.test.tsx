import { getDeliveryRuleEntry, removeDeliveryRule } from '@sukoyaka/wire/boards/admin/delivery-rule'
import { changeProduct, getProductEntry } from '@sukoyaka/wire/boards/admin/product'
import { listAllProductCategories } from '@sukoyaka/wire/boards/admin/product-category'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { allFormDrafts } from '../../../api/form-drafts.ts'
import { paged } from '../../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { RecordEditor } from '../records/RecordEditor.tsx'
import { deliveryRules } from './delivery-rule-table.ts'
import { products } from './product-table.ts'

setUpNetwork()

const product: Reply<typeof getProductEntry> = {
  ...{ id: 3, name_ja: 'ビタミンD3', name_kana: '', name_en: '', name_kr: '', product_category_id: 1, product_category: '栄養' },
  ...{ description_ja: '', description_en: '', description_kr: '', reason_ja: '', reason_en: '', reason_kr: '' },
  ...{ has_known_ingredients: false, ingredients: [], allergens: [], price_without_tax: 1480, tax_rate: 8, is_stock_counted: true, visible: true },
  ...{ sort_number: 100, stock: 5, stock_reason: '', images: [], updated_at: '2026-11-20T00:00:00.000Z' },
}

test('after a conflict, which may be a saved change whose response was lost, the stock change is empty and is not sent again', async () => {
  const saved = { ...product, stock: 25, stock_reason: '入荷', updated_at: '2026-11-21T00:00:00.000Z' }
  let isSaved = false
  network.use(
    reply(listAllProductCategories, paged([])),
    reply(getProductEntry, () => (isSaved ? saved : product)),
    reply(changeProduct, () => {
      const isFirst = !isSaved
      isSaved = true
      return isFirst ? failure(409, 'conflict', '変わっています。') : saved
    }),
  )
  const { user, press } = show('admin', <RecordEditor table={products} id={3} onClose={vi.fn()} onSaved={vi.fn()} />)
  const change = await screen.findByRole<HTMLInputElement>('textbox', { name: /^在庫の増減/ })
  await user.type(change, '20')
  await user.type(screen.getByRole('textbox', { name: /^増減の理由/ }), '入荷')
  await press('保存')
  await screen.findByText(/「在庫の増減」は空にしました。/)
  expect(change.value).toBe('')
  await press('保存')
  await screen.findByText('保存しました')
  expect(sent(changeProduct)).toMatchObject([{ stock_change: 20 }, { stock_change: null, updated_at: saved.updated_at }])
})

test('edits of a record that is then deleted are no longer unsaved', async () => {
  const rule: Reply<typeof getDeliveryRuleEntry> = {
    ...{ id: 4, starts_on: '2090-01-01', fee: 600, timed_fee: 800, tax_rate: 10, free_from: null, earliest_days: 3, supplier_lead_days: 5, max_days: 30 },
    ...{ state: 'future', updated_at: '2026-11-20T00:00:00.000Z' },
  }
  network.use(reply(getDeliveryRuleEntry, rule), reply(removeDeliveryRule, null))
  const onClose = vi.fn()
  const { user, press } = show('admin', <RecordEditor table={deliveryRules} id={4} onClose={onClose} onSaved={vi.fn()} />)
  await user.type((await screen.findAllByRole('textbox'))[1]!, '1')
  expect([...allFormDrafts().keys()]).toEqual([expect.stringContaining('admin/delivery_rules/4')])
  await press('削除')
  await user.click(within(await screen.findByRole('dialog', { name: '削除の確認' })).getByRole('button', { name: '削除' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect([...allFormDrafts().keys()]).toEqual([])
})
