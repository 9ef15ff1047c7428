import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { storeOf } from '../../test/store.ts'
import { Button } from '../button/Button.tsx'
import { Chips } from '../layout/Chips.tsx'
import { Form } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { TextInput } from './TextInput.tsx'
import { useForm } from './use-form.ts'

setUpNetwork()

type Reply = { data?: object; error?: object }
const send = vi.fn<(values: object, updated_at?: string) => Promise<Reply>>()
const onClose = vi.fn()
const conflict = { status: 409, code: 'conflict', error: 'ほかの人が先に変更しました' }

beforeEach(() => {
  send.mockReset().mockResolvedValue({ data: {} })
  onClose.mockReset()
})

type Pharmacy = { name: string; updated_at: string }
const opened: Pharmacy = { name: '', updated_at: '2026-11-01T00:00:00Z' }

type PharmacyProps = { pharmacy: Pharmacy; hasPhone: boolean; onReopen?: () => void; onClose: () => void }
function PharmacyDialog({ pharmacy, hasPhone, onReopen, onClose }: PharmacyProps) {
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
      {hasPhone ? <TextInput label="電話" {...form.field('phone')} /> : null}
    </FormDialog>
  )
}

type PageProps = Pick<PharmacyProps, 'pharmacy' | 'hasPhone'> & { isOptimistic: boolean }
function Page({ isOptimistic, ...props }: PageProps) {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    onClose()
    setOpen(false)
  }
  const open = () => setOpen(true)
  return isOpen ? <PharmacyDialog {...props} onClose={close} onReopen={isOptimistic ? open : undefined} /> : <Button onClick={open}>開く</Button>
}

const showElement = (element: ReactElement, store = storeOf('nurse')) => {
  const shown = show('nurse', element, { store })
  const type = async (label: string, value: string) => {
    await shown.user.clear(field(label))
    await shown.user.type(field(label), value)
  }
  return { ...shown, type, submit: () => shown.press('保存') }
}
const showPage = ({ pharmacy = opened, hasPhone = true, isOptimistic = false, store = storeOf('nurse') } = {}) => {
  const page = (shown: Pharmacy) => <Page pharmacy={shown} hasPhone={hasPhone} isOptimistic={isOptimistic} />
  const shown = showElement(page(pharmacy), store)
  return { ...shown, change: (next: Pharmacy) => shown.rerender(page(next)) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const text = () => document.body.textContent
/** Makes the next `send` wait for its reply. */
const holdSend = () => {
  let respond = (_: Reply) => {}
  send.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  return (reply: Reply) => respond(reply)
}

test('shows errors from the first submit on, focuses the first invalid field, and sends nothing', async () => {
  const { type, submit } = showPage()
  expect(text()).not.toContain('薬局名を入力してください')
  await submit()
  expect(text()).toContain('薬局名を入力してください')
  expect(document.activeElement).toBe(field('薬局名'))
  await type('薬局名', 'さくら薬局')
  expect(text()).not.toContain('薬局名を入力してください')
  expect(send).not.toHaveBeenCalled()
})

test('sends once however often it is submitted, then closes', async () => {
  const respond = holdSend()
  const { user, type, submit } = showPage()
  await type('薬局名', 'さくら薬局')
  await user.keyboard('{Enter}{Enter}')
  await submit()
  expect(onClose).not.toHaveBeenCalled()
  respond({ data: {} })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(send.mock.calls).toEqual([[{ kind: 'near', name: 'さくら薬局', phone: '' }, opened.updated_at]])
  expect(text()).toContain('保存しました')
})

test('shows an error of the server at its field until the field changes', async () => {
  send.mockResolvedValueOnce({ error: { status: 422, code: 'invalid', error: '不正', fields: { tel: ['電話番号ではありません'] } } })
  const { type, submit } = showPage()
  await type('薬局名', 'さくら薬局')
  await submit()
  await screen.findByText('電話番号ではありません')
  expect(document.activeElement).toBe(field('電話'))
  expect(text()).not.toContain('保存できませんでした')
  await type('薬局名', '本町薬局')
  expect(text()).toContain('電話番号ではありません')
  await type('電話', '03')
  expect(text()).not.toContain('電話番号ではありません')
})

test('a failure without field errors is shown in the form, which stays open', async () => {
  send.mockResolvedValueOnce({ error: { status: 500, error: 'サーバーのエラーです' } })
  const { type, submit } = showPage()
  await type('薬局名', 'さくら薬局')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('保存できませんでした。サーバーのエラーです。')
  expect(onClose).not.toHaveBeenCalled()
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('shows an error of the server in the form if its field is not shown', async () => {
  const fields = { tel: ['電話番号ではありません'], memo: ['長すぎます'] }
  send.mockResolvedValueOnce({ error: { status: 422, code: 'invalid', error: '不正', fields } })
  const { type, submit } = showPage({ hasPhone: false })
  await type('薬局名', 'さくら薬局')
  await submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('保存できませんでした。長すぎます。電話番号ではありません。'))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a conflict shows the other version, and the next save overwrites that version', async () => {
  send.mockResolvedValueOnce({ error: conflict })
  const { type, submit, change } = showPage()
  await type('薬局名', 'さくら薬局')
  await submit()
  await screen.findByRole('alert')
  change({ name: '本町薬局', updated_at: '2026-11-02T00:00:00Z' })
  expect(text()).toContain('相手：本町薬局')
  expect(field('薬局名').value).toBe('さくら薬局')
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(send.mock.calls[1]).toEqual([{ kind: 'near', name: 'さくら薬局', phone: '' }, '2026-11-02T00:00:00Z'])
})

test('a failure after the form was closed is reported in a toast, and the discarded text is not restored', async () => {
  const respond = holdSend()
  const { type, submit, press, store, unmount } = showPage()
  await type('薬局名', 'さくら薬局')
  await submit()
  await press('キャンセル')
  await press('破棄して閉じる')
  respond({ error: { status: 500, error: 'サーバーのエラーです' } })
  await screen.findByText('サーバーのエラーです')
  expect(onClose).toHaveBeenCalledTimes(1)
  unmount()
  showPage({ store })
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
      <button type="submit" aria-busy={form.isSending || undefined} disabled={!form.dialogProps.unsaved}>
        保存
      </button>
      <button type="button" onClick={form.reset}>
        元に戻す
      </button>
    </Form>
  )
}

test('a form that stays open shows the saved values after a save and has no unsaved changes', async () => {
  const { type, submit, press } = showElement(<SettingsForm />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(button.disabled).toBe(true)
  await type('名前', ' さくら薬局 ')
  await submit()
  await waitFor(() => expect(field('名前').value).toBe('さくら薬局'))
  expect(button.disabled).toBe(true)
  await type('名前', '本町薬局')
  expect(button.disabled).toBe(false)
  await press('元に戻す')
  expect(field('名前').value).toBe('')
})

test('text typed during the save of a form that stays open is kept as an edit of the saved values', async () => {
  const respond = holdSend()
  const store = storeOf('nurse')
  const { type, submit, unmount } = showElement(<SettingsForm />, store)
  await type('名前', ' さくら薬局 ')
  await submit()
  await type('名前', 'さくら薬局 本町')
  respond({ data: {} })
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' }).getAttribute('aria-busy')).toBeNull())
  expect(field('名前').value).toBe('さくら薬局 本町')
  unmount()
  showElement(<SettingsForm />, store)
  expect(field('名前').value).toBe('さくら薬局 本町')
  await submit()
  await waitFor(() => expect(field('名前').value).toBe('さくら薬局'))
  expect(send).toHaveBeenLastCalledWith({ name: 'さくら薬局 本町' }, undefined)
})

test('a form that is reset during a save shows the saved values after the save', async () => {
  const respond = holdSend()
  const { type, submit, press } = showElement(<SettingsForm />)
  await type('名前', ' さくら薬局 ')
  await submit()
  await press('元に戻す')
  expect(field('名前').value).toBe('')
  respond({ data: {} })
  await waitFor(() => expect(field('名前').value).toBe('さくら薬局'))
})

test('typed text is restored when the form is mounted again, unless the user discarded it', async () => {
  const { type, store, unmount } = showPage()
  await type('薬局名', 'さくら薬局')
  unmount()
  const again = showPage({ store })
  expect(field('薬局名').value).toBe('さくら薬局')
  await again.press('キャンセル')
  expect(onClose).not.toHaveBeenCalled()
  await again.press('破棄して閉じる')
  again.unmount()
  showPage({ store })
  expect(field('薬局名').value).toBe('')
})

test('a restored form is sent with the version it was based on', async () => {
  const { type, store, unmount } = showPage({ pharmacy: { ...opened, name: 'あ' } })
  await type('薬局名', 'さくら薬局')
  unmount()
  const again = showPage({ store, pharmacy: { name: '本町薬局', updated_at: '2026-11-02T00:00:00Z' } })
  await again.submit()
  await waitFor(() => expect(send).toHaveBeenCalledWith(expect.objectContaining({ name: 'さくら薬局' }), opened.updated_at))
})

test('the Enter that confirms a conversion does not submit', () => {
  showPage()
  const input = field('薬局名')
  // user-event has no composition
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: 'さくら' } })
  expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 229, isComposing: true })).toBe(false)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229, isComposing: true, ctrlKey: true })
  expect(send).not.toHaveBeenCalled()
  expect(input.value).toBe('さくら')
})

test('an optimistic form closes at once; after a rejection, the retry button of the toast reopens it with its text and with the errors at their fields, also if the form was opened and saved again meanwhile', async () => {
  const respond = holdSend()
  const { type, submit, press } = showPage({ isOptimistic: true })
  await type('薬局名', 'さくら薬局')
  await submit()
  expect(onClose).toHaveBeenCalled()
  await press('開く')
  expect(field('薬局名').value).toBe('')
  await type('薬局名', 'もみじ')
  respond({ error: { status: 422, code: 'invalid', error: '不正', fields: { tel: ['電話番号ではありません'] } } })
  await screen.findByText('保存できませんでした')
  await type('薬局名', 'もみじ薬局')
  await submit()
  expect(send.mock.lastCall).toMatchObject([{ name: 'もみじ薬局' }, opened.updated_at])
  await press('再試行')
  expect(field('薬局名').value).toBe('さくら薬局')
  expect(text()).toContain('電話番号ではありません')
})

test('the browser asks before a reload while input is unsaved, and no longer once it is saved', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { type, submit } = showPage()
  expect(isAsked()).toBe(false)
  await type('薬局名', 'さくら薬局')
  await waitFor(() => expect(isAsked()).toBe(true))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(isAsked()).toBe(false)
})
