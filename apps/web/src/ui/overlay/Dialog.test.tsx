// @vitest-environment happy-dom
import { namespaces } from '@sukoyaka/phrases/all'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'ja',
    resources: { ja: { common: namespaces.common.ja } },
    defaultNS: 'common',
    keySeparator: false,
  })
})
afterEach(cleanup)

function Page({ onSubmit = () => undefined, unsaved = false }: { onSubmit?: () => void; unsaved?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      {open ? (
        <Dialog title="評価を追加" unsaved={unsaved} onClose={() => setOpen(false)} onSubmit={onSubmit} footer={() => <button type="submit">追加</button>}>
          <input aria-label="病名" data-autofocus defaultValue="高血圧" />
        </Dialog>
      ) : null}
    </>
  )
}
const open = (props: Parameters<typeof Page>[0] = {}) => {
  render(<Page {...props} />)
  const opener = screen.getByRole('button', { name: '開く' })
  opener.focus()
  fireEvent.click(opener)
  return screen.getByRole('dialog')
}
const pressEscape = (more: object = {}) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', ...more })

test('labels the dialog by its title, focuses the first field and closes on Escape', () => {
  const dialog = open()
  expect(dialog.getAttribute('aria-labelledby')).toBe(screen.getByRole('heading', { name: '評価を追加' }).id)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  pressEscape()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape that cancels an IME composition keeps the dialog open', () => {
  open()
  pressEscape({ isComposing: true })
  pressEscape({ keyCode: 229 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('asks once before discarding typed text and can return to it', () => {
  open({ unsaved: true })
  pressEscape()
  expect(screen.getByRole('alert').textContent).toBe('入力した内容は、まだ保存されていません。')
  fireEvent.click(screen.getByRole('button', { name: '入力に戻る' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('高血圧')
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  fireEvent.click(screen.getByRole('button', { name: '破棄して閉じる' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog closed by the back gesture of a phone reopens and asks', () => {
  const dialog = open({ unsaved: true }) as HTMLDialogElement
  act(() => dialog.close())
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('alert')).toBeTruthy()
})

test('Ctrl with Enter saves; the Enter that confirms a composition does not', () => {
  const onSubmit = vi.fn()
  open({ onSubmit })
  const field = screen.getByRole('textbox')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(onSubmit).toHaveBeenCalledOnce()
})
