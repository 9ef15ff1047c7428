// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { initJapanese } from '../../test/japanese.ts'
import { storeOf } from '../../test/store.ts'
import { Chips } from '../layout/Chips.tsx'
import { Toasts } from '../overlay/Toasts.tsx'
import { dismissToast, toasts } from '../overlay/toast.ts'
import { Form } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { TextInput } from './TextInput.tsx'
import { useForm } from './use-form.ts'

type Reply = { data?: object; error?: object }
const send = vi.fn<(values: object, updated_at?: string) => Promise<Reply>>()
const onClose = vi.fn()
const conflict = { status: 409, code: 'conflict', error: 'ほかの人が先に変更しました' }

beforeAll(initJapanese)
beforeEach(() => {
  send.mockReset().mockResolvedValue({ data: {} })
  onClose.mockReset()
})
afterEach(() => {
  cleanup()
  for (const { id } of toasts.read()) dismissToast(id)
})

type Pharmacy = { name: string; updated_at: string }
const opened: Pharmacy = { name: '', updated_at: '2026-11-01T00:00:00Z' }

function PharmacyDialog({ pharmacy, onReopen, onClose }: { pharmacy: Pharmacy; onReopen?: () => void; onClose: () => void }) {
  const first = { kind: 'near' as string | null, name: pharmacy.name, phone: '' }
  const form = useForm('pharmacies/1', first, {
    version: pharmacy.updated_at,
    check: ({ kind, name }) => ({ kind: kind ? undefined : '種類を選んでください', name: name ? undefined : '薬局名を入力してください' }),
    send: (values, updated_at) => send(values, updated_at),
    messages: { done: '保存しました', failed: '保存できませんでした' },
    names: { tel: 'phone' },
    onClose,
    onReopen,
  })
  return (
    <FormDialog form={form} title="希望薬局" theirs={<p>相手：{pharmacy.name}</p>}>
      <Chips label="種類" options={[{ value: 'near', label: '近所' }]} {...form.field('kind')} />
      <TextInput label="薬局名" {...form.field('name')} />
      <TextInput label="電話" {...form.field('phone')} />
    </FormDialog>
  )
}

function Page({ pharmacy, isOptimistic }: { pharmacy: Pharmacy; isOptimistic: boolean }) {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    onClose()
    setOpen(false)
  }
  return isOpen ? <PharmacyDialog pharmacy={pharmacy} onClose={close} onReopen={isOptimistic ? () => setOpen(true) : undefined} /> : null
}

const store = () => storeOf('nurse')
const showPage = ({ pharmacy = opened, isOptimistic = false, session = store() } = {}) => {
  const page = (shown: Pharmacy) => (
    <Provider store={session}>
      <Page pharmacy={shown} isOptimistic={isOptimistic} />
      <Toasts />
    </Provider>
  )
  const { rerender, unmount } = render(page(pharmacy))
  return { unmount, change: (next: Pharmacy) => rerender(page(next)) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))
const text = () => document.body.textContent

test('shows errors from the first submit on, focuses the first invalid field, and sends nothing', () => {
  showPage()
  expect(text()).not.toContain('薬局名を入力してください')
  submit()
  expect(text()).toContain('薬局名を入力してください')
  expect(document.activeElement).toBe(field('薬局名'))
  type('薬局名', 'さくら薬局')
  expect(text()).not.toContain('薬局名を入力してください')
  expect(send).not.toHaveBeenCalled()
})

test('sends once however often it is submitted, then closes', async () => {
  showPage()
  type('薬局名', 'さくら薬局')
  const form = field('薬局名').form!
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(send.mock.calls).toEqual([[{ kind: 'near', name: 'さくら薬局', phone: '' }, opened.updated_at]])
  expect(text()).toContain('保存しました')
})

test('shows an error of the server at its field until the field changes', async () => {
  send.mockResolvedValueOnce({ error: { status: 422, code: 'invalid', error: '不正', fields: { tel: ['電話番号ではありません'] } } })
  showPage()
  type('薬局名', 'さくら薬局')
  submit()
  await screen.findByText('電話番号ではありません')
  expect(document.activeElement).toBe(field('電話'))
  expect(text()).not.toContain('保存できませんでした')
  type('薬局名', '本町薬局')
  expect(text()).toContain('電話番号ではありません')
  type('電話', '03')
  expect(text()).not.toContain('電話番号ではありません')
})

test('shows any other failure in the form, which stays open', async () => {
  send.mockResolvedValueOnce({ error: { status: 500, error: 'サーバーのエラーです' } })
  showPage()
  type('薬局名', 'さくら薬局')
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe('保存できませんでした サーバーのエラーです')
  expect(onClose).not.toHaveBeenCalled()
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a conflict shows the other version, and the next save overwrites that version', async () => {
  send.mockResolvedValueOnce({ error: conflict })
  const page = showPage()
  type('薬局名', 'さくら薬局')
  submit()
  await screen.findByRole('alert')
  page.change({ name: '本町薬局', updated_at: '2026-11-02T00:00:00Z' })
  expect(text()).toContain('相手：本町薬局')
  expect(field('薬局名').value).toBe('さくら薬局')
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(send.mock.calls[1]).toEqual([{ kind: 'near', name: 'さくら薬局', phone: '' }, '2026-11-02T00:00:00Z'])
})

test('a failure after the form was closed is reported in a toast, and the discarded text does not come back', async () => {
  const session = store()
  let respond = (_: Reply) => {}
  send.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  const page = showPage({ session })
  type('薬局名', 'さくら薬局')
  submit()
  fireEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  fireEvent.click(screen.getByRole('button', { name: '破棄して閉じる' }))
  respond({ error: { status: 500, error: 'サーバーのエラーです' } })
  await screen.findByText('サーバーのエラーです')
  expect(onClose).toHaveBeenCalledTimes(1)
  page.unmount()
  showPage({ session })
  expect(field('薬局名').value).toBe('')
})

function SettingsForm() {
  const form = useForm(
    'settings',
    { name: '' },
    {
      send: (values, updated_at) => send(values, updated_at),
      saved: () => ({ values: { name: 'さくら薬局' } }),
    },
  )
  return (
    <Form onSubmit={form.submit}>
      <TextInput label="名前" {...form.field('name')} />
      <button type="submit" disabled={!form.dialogProps.unsaved}>
        保存
      </button>
      <button type="button" onClick={form.reset}>
        元に戻す
      </button>
    </Form>
  )
}

test('a form that stays open is based on what was saved', async () => {
  render(
    <Provider store={store()}>
      <SettingsForm />
    </Provider>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(button.disabled).toBe(true)
  type('名前', ' さくら薬局 ')
  submit()
  await waitFor(() => expect(field('名前').value).toBe('さくら薬局'))
  expect(button.disabled).toBe(true)
  type('名前', '本町薬局')
  expect(button.disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  expect(field('名前').value).toBe('')
})

test('typed text survives the end of the session and is gone once discarded', () => {
  const session = store()
  const page = showPage({ session })
  type('薬局名', 'さくら薬局')
  page.unmount()
  const again = showPage({ session })
  expect(field('薬局名').value).toBe('さくら薬局')
  fireEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '破棄して閉じる' }))
  again.unmount()
  showPage({ session })
  expect(field('薬局名').value).toBe('')
})

test('a restored form still knows which version it was based on', async () => {
  const session = store()
  const page = showPage({ session, pharmacy: { ...opened, name: 'あ' } })
  type('薬局名', 'さくら薬局')
  page.unmount()
  showPage({ session, pharmacy: { name: '本町薬局', updated_at: '2026-11-02T00:00:00Z' } })
  submit()
  await waitFor(() => expect(send).toHaveBeenCalledWith(expect.objectContaining({ name: 'さくら薬局' }), opened.updated_at))
})

test('the Enter that confirms a conversion does not submit', () => {
  showPage()
  const input = field('薬局名')
  fireEvent.compositionStart(input)
  type('薬局名', 'さくら')
  expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 229, isComposing: true })).toBe(false)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229, isComposing: true, ctrlKey: true })
  expect(send).not.toHaveBeenCalled()
  expect(input.value).toBe('さくら')
})

test('an optimistic form closes at once; after a rejection it reopens with the text and the errors at their fields', async () => {
  send.mockResolvedValueOnce({ error: { status: 422, code: 'invalid', error: '不正', fields: { tel: ['電話番号ではありません'] } } })
  showPage({ isOptimistic: true })
  type('薬局名', 'さくら薬局')
  submit()
  expect(onClose).toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: '再試行' }))
  expect(field('薬局名').value).toBe('さくら薬局')
  expect(text()).toContain('電話番号ではありません')
})
