import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { type OpenPatient, OpenPatientContext } from './open-patient.tsx'

setUpNetwork()

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
const open = async (props: Parameters<typeof Page>[0] = {}) => {
  const shown = show('nurse', <Page {...props} />)
  await shown.press('開く')
  return { ...shown, dialog: screen.getByRole<HTMLDialogElement>('dialog') }
}
/** user-event has no composition: it cannot mark a key as handled by an input method. */
const pressInComposition = (key: string, mark: KeyboardEventInit) => fireEvent.keyDown(screen.getByRole('textbox'), { key, ...mark })

test('labels the dialog by its title, focuses the first field and closes on Escape', async () => {
  const { user, dialog } = await open()
  expect(dialog.getAttribute('aria-labelledby')).toBe(screen.getByRole('heading', { name: '評価を追加' }).id)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape that cancels an IME composition keeps the dialog open', async () => {
  await open()
  pressInComposition('Escape', { isComposing: true })
  pressInComposition('Escape', { keyCode: 229 })
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('closing a dialog with unsaved text asks first, and the user can return to the text', async () => {
  const { user, press } = await open({ unsaved: true })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alert').textContent).toBe('入力した内容は、まだ保存されていません。')
  await press('入力に戻る')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('高血圧')
  await press('閉じる')
  expect(screen.getByRole('alert')).toBeTruthy()
  await press('破棄して閉じる')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog with unsaved text reopens and asks when the back gesture of a phone closes it', async () => {
  const { dialog } = await open({ unsaved: true })
  act(() => dialog.close())
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('alert')).toBeTruthy()
})

test('Ctrl with Enter submits; the Enter that confirms a composition does not', async () => {
  const onSubmit = vi.fn()
  const { user } = await open({ onSubmit })
  pressInComposition('Enter', { ctrlKey: true, isComposing: true })
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

const saeki: OpenPatient = { last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', birthday: '1968-03-14', sex: 'female' }
const showDialogs = (patient?: OpenPatient | null) =>
  show(
    'doctor',
    <OpenPatientContext value={saeki}>
      <Dialog title="評価を追加" patient={patient} onClose={() => undefined}>
        <ConfirmDialog title="評価を削除" question="削除しますか" confirm="削除" onConfirm={() => undefined} onClose={() => undefined} />
      </Dialog>
    </OpenPatientContext>,
  )
const namesOf = () => screen.getAllByRole('dialog').map((dialog) => dialog.querySelector(':scope > * > header [data-patient]')?.textContent)

test('every dialog of a patient’s page names the patient with reading and birth date by default', () => {
  showDialogs()
  const line = expect.stringMatching(/^佐伯 恵子 様さえき けいこ1968\.03\.14生\d{2}歳$/)
  expect(namesOf()).toEqual([line, line])
})

test('a dialog with the prop `patient` names that person instead, or nobody if the prop is null', () => {
  const { unmount } = showDialogs({ ...saeki, first_name: '太郎', first_name_kana: '', birthday: null })
  expect(namesOf()[0]).toBe('佐伯 太郎 様さえき')
  unmount()
  showDialogs(null)
  expect(namesOf()[0]).toBeUndefined()
})
