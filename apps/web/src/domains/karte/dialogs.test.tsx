import { listKarteDrafts, listKartes, listKarteVersions, searchKartes } from '@sukoyaka/wire/care/karte'
import { addKarteTemplate, changeKarteTemplate, listKarteTemplates, removeKarteTemplate } from '@sukoyaka/wire/care/karte-template'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { OpenPatientContext } from '../../ui/overlay/open-patient.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { SearchDialog } from './SearchDialog.tsx'
import { TemplatesDialog } from './TemplatesDialog.tsx'
import { image, karte } from './test-data.ts'

const onClose = () => undefined
const rejected = () => failure(403, 'forbidden', 'できません')
setUpNetwork()

test('searches the notes of this patient page by page, then those of all patients', async () => {
  network.use(
    reply(listKartes, ({ page = 1 }) => ({ items: [karte(page, `血圧の記録${page}`)], page, next_page: page === 1 ? 2 : null, total_count: 2 })),
    reply(searchKartes, { items: [{ ...karte(7, '血圧が高い'), patient: person(12, '山田', 'patient') }], page: 1, next_page: null, total_count: 1 }),
  )
  const { user, press } = show('doctor', <SearchDialog user_id={1} onClose={onClose} />)
  await user.type(screen.getByRole('searchbox'), '血')
  expect(screen.getByText('2文字以上で検索できます')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), '圧')
  expect(await screen.findByText('2件')).toBeTruthy()
  await press('さらに表示')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(sent(listKartes)).toEqual([
    { user_id: 1, q: '血圧', page: 1 },
    { user_id: 1, q: '血圧', page: 2 },
  ])
  await user.click(screen.getByRole('radio', { name: 'すべての患者' }))
  expect((await screen.findByRole('link', { name: '山田 花子' })).getAttribute('href')).toBe('/12/summary')
  expect(sent(searchKartes)).toEqual([{ q: '血圧', page: 1 }])
})

test('names the patient of a note found among all patients, not the patient of the page', async () => {
  const found = { ...karte(7, '血圧が高い'), user_id: 12, images: [image(1, '足.png')], patient: person(12, '山田', 'patient') }
  network.use(
    reply(listKartes, { items: [karte(1, '血圧の記録')], page: 1, next_page: null, total_count: 1 }),
    reply(searchKartes, { items: [found], page: 1, next_page: null, total_count: 1 }),
    reply(listKarteVersions, { items: [] }),
    reply(listKarteDrafts, { items: [] }),
  )
  const { user, press } = show(
    'admin',
    <OpenPatientContext value={person(1, '佐伯', 'patient')}>
      <SearchDialog user_id={1} onClose={onClose} />
    </OpenPatientContext>,
  )
  const named = (dialog: HTMLElement) => dialog.querySelector('[data-patient]')?.textContent
  const search = screen.getByRole('dialog')
  expect(named(search)).toContain('佐伯')
  await user.type(screen.getByRole('searchbox'), '血圧')
  await screen.findByText('1件')
  await user.click(screen.getByRole('radio', { name: 'すべての患者' }))
  await screen.findByRole('link', { name: '山田 花子' })
  expect(named(search)).toBeUndefined()
  const opens = async (open: () => Promise<void>) => {
    await open()
    const dialog = await waitFor(() => {
      const above = screen.getAllByRole('dialog').find((one) => one !== search)
      expect(above).toBeTruthy()
      return above!
    })
    expect(named(dialog)).toContain('山田')
    await user.click(within(dialog).getAllByRole('button', { name: /^(閉じる|キャンセル)$/ })[0]!)
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([search]))
  }
  for (const action of ['編集', '変更履歴', '削除'])
    await opens(async () => {
      await press('カルテの操作')
      await user.click(await screen.findByRole('menuitem', { name: action }))
    })
  await opens(() => press('画像1を開く'))
})

test('says that nothing was found, and searches again after a failure', async () => {
  network.use(reply(listKartes, rejected))
  const { user, press } = show('doctor', <SearchDialog user_id={1} onClose={onClose} />)
  await user.type(screen.getByRole('searchbox'), '血圧')
  expect(await screen.findByText('カルテを検索できませんでした')).toBeTruthy()
  network.use(reply(listKartes, { items: [], page: 1, next_page: null, total_count: 0 }))
  await press('もう一度読み込む')
  expect(await screen.findByText('見つかりませんでした')).toBeTruthy()
})

test('shows what each version of a note changed', async () => {
  const version = (number: number, memo: string) => ({
    id: number,
    number,
    memo,
    image_count: 0,
    author: person(3, '小林', 'nurse'),
    created_at: `2026-11-1${number}T00:00:00Z`,
  })
  network.use(reply(listKarteVersions, { items: [version(2, '朝は130台。'), version(1, '朝は140台。')] }))
  show('doctor', <HistoryDialog karte_id={4} onClose={onClose} />)
  const [newest, first] = await screen.findAllByRole('listitem')
  expect(newest!.textContent).toContain('現在の版')
  expect([newest!.querySelector('del')?.textContent, newest!.querySelector('ins')?.textContent]).toEqual(['140', '130'])
  expect(first!.textContent).toMatch(/^最初の版.*朝は140台。$/)
})

test('retries loading templates after a failure, and makes a template of a note’s text', async () => {
  let items = [{ id: 1, name: '電話対応', body: '■相談\n', created_at: '', updated_at: '' }]
  network.use(
    reply(listKarteTemplates, rejected),
    reply(addKarteTemplate, ({ name, body }) => {
      const template = { id: 2, name, body, created_at: '', updated_at: '' }
      items = [...items, template]
      return template
    }),
  )
  const { user, press } = show('doctor', <TemplatesDialog memo="■経過" onClose={onClose} />)
  expect(await screen.findByText('テンプレートを読み込めませんでした')).toBeTruthy()
  network.use(reply(listKarteTemplates, () => ({ items })))
  await press('もう一度読み込む')
  expect(await screen.findByText('電話対応')).toBeTruthy()
  await press('今の本文から作る')
  await user.type(screen.getByLabelText(/^名前/), '経過')
  await press('保存')
  expect(await screen.findByRole('button', { name: '経過を編集' })).toBeTruthy()
  expect(sent(addKarteTemplate)).toEqual([{ name: '経過', body: '■経過' }])
})

test('deletes a template from its form, after asking', async () => {
  let items = [{ id: 1, name: '電話対応', body: '■相談\n', created_at: '', updated_at: '' }]
  network.use(
    reply(listKarteTemplates, () => ({ items })),
    reply(removeKarteTemplate, () => {
      items = []
      return null
    }),
  )
  const { press } = show('doctor', <TemplatesDialog memo="" onClose={onClose} />)
  await press('電話対応を編集')
  await press('テンプレートを削除')
  expect(screen.getByText('「電話対応」を削除します。元に戻せません。')).toBeTruthy()
  expect(sent(removeKarteTemplate)).toEqual([])
  await press('テンプレートを削除')
  expect(await screen.findByText('自分のテンプレートはまだありません')).toBeTruthy()
  expect(sent(removeKarteTemplate)).toEqual([{ id: 1 }])
})

test('a template that was changed in another window is saved over only after a second look', async () => {
  let stored = { id: 1, name: '電話対応', body: '■相談', created_at: '', updated_at: '2026-11-20T00:00:00Z' }
  network.use(
    reply(listKarteTemplates, () => ({ items: [stored] })),
    reply(changeKarteTemplate, ({ id: _, updated_at, ...values }) => {
      if (updated_at !== stored.updated_at) return failure(409, 'conflict', '他の人が先に変更しました。')
      stored = { ...stored, ...values, updated_at: '2026-11-20T00:02:00Z' }
      return stored
    }),
  )
  const { store, user, press } = show('doctor', <TemplatesDialog memo="" onClose={onClose} />)
  await press('電話対応を編集')
  await user.type(screen.getByLabelText(/^内容/), '、対応')
  stored = { ...stored, name: '電話相談', body: '■相談と回答', updated_at: '2026-11-20T00:01:00Z' }
  act(() => void store.dispatch(invalidate(['karte_templates'])))
  await waitFor(() => expect(screen.getByLabelText(/^名前/)).toHaveProperty('value', '電話相談'))
  await press('保存')
  await screen.findByText(/他の人が先に変更しました。/)
  await press('保存')
  await screen.findByText('テンプレートを保存しました')
  expect(sent(changeKarteTemplate)).toEqual([
    { id: 1, name: '電話相談', body: '■相談、対応', updated_at: '2026-11-20T00:00:00Z' },
    { id: 1, name: '電話相談', body: '■相談、対応', updated_at: '2026-11-20T00:01:00Z' },
  ])
})
