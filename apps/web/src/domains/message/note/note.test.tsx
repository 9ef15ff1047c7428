import { listMentionTargets, openMessages } from '@sukoyaka/wire/care/message-mark'
import { addMessageNote, listMessageNotes, type MessageNote, removeMessageNote } from '@sukoyaka/wire/care/message-note'
import { getNotificationSettings } from '@sukoyaka/wire/people/notification'
import { renderHook, screen, waitFor } from '@testing-library/react'
import { createRef, useRef, useState } from 'react'
import { Provider } from 'react-redux'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { storeOf } from '../../../test/store.ts'
import { Writer } from '../composer/Writer.tsx'
import { outboxOf } from '../outbox/outbox.ts'
import { doctor, message, nurse, patient } from '../test-data.ts'
import { rowsOf } from '../thread/rows.ts'
import { DeleteNoteDialog } from './DeleteNoteDialog.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { NoteRow } from './NoteRow.tsx'
import { useNotes } from './use-notes.ts'

setUpNetwork()
const note = (id: number, at: string, more: Partial<MessageNote> = {}): MessageNote => ({
  id,
  patient_id: patient.id,
  author: doctor,
  body: `覚え書き${id}`,
  mentions: [],
  created_at: at,
  ...more,
})
const settings = { mail_enabled: true, push_enabled: true, hours: null, send_key: 'ctrl_enter' as const }
beforeEach(() =>
  network.use(reply(getNotificationSettings, settings), reply(listMentionTargets, { items: [patient, nurse].map((it) => ({ ...it, is_on_team: true })) })),
)

test('notes are between the messages by time; a note is left out while the messages around it are not loaded', () => {
  const messages = [message(1, { published_at: '2026-11-20T00:00:00Z' }), message(2, { published_at: '2026-11-20T00:10:00Z' })]
  const notes = [note(9, '2026-11-20T00:20:00Z'), note(8, '2026-11-20T00:01:00Z'), note(7, '2026-11-19T00:00:00Z')]
  const keys = (more: object) => rowsOf(messages, [], { me_id: 7, notes, ...more }).map(({ key }) => key)
  expect(keys({})).toEqual(['n7', 'm1', 'n8', 'm2', 'n9'])
  expect(keys({ hasOlder: true })).toEqual(['m1', 'n8', 'm2', 'n9'])
  expect(keys({ hasNewer: true })).toEqual(['n7', 'm1', 'n8', 'm2'])
})

const compose = (onAdded = vi.fn(), onClose = vi.fn()) => ({
  onAdded,
  onClose,
  ...show('nurse', <NoteComposer field={createRef()} patient_id={1} me_id={7} compact={false} onAdded={onAdded} onClose={onClose} />),
})

test('the note composer says that the patient does not see notes, suggests only staff, and keeps its text if saving fails', async () => {
  network.use(reply(addMessageNote, () => failure(409, 'conflict', 'いまは保存できません')))
  const { user, press, onAdded } = compose()
  const field = await screen.findByRole('textbox', { name: 'スタッフ内メモを書く' })
  expect(screen.getByText('患者には表示されません')).toBeTruthy()
  await press('メモを残す')
  await screen.findByText('メモを入力してください')
  expect(document.activeElement).toBe(field)
  await user.type(field, '@')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('小林')])
  await user.keyboard('{Enter}確認を')
  await press('メモを残す')
  await screen.findByText(/いまは保存できません/)
  expect([(field as HTMLTextAreaElement).value, onAdded.mock.calls.length]).toEqual(['@小林 美咲 確認を', 0])
  network.use(reply(addMessageNote, note(3, '2026-11-20T00:00:00Z')))
  await user.click(field)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(sent(addMessageNote).at(-1)).toEqual({ patient_id: 1, body: '@小林 美咲 確認を', mention_ids: [nurse.id] })
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
  expect(screen.queryByText('メモを入力してください')).toBe(null)
})

test('text typed while a note is sent stays in the field, without the text that was sent', async () => {
  const saving = Promise.withResolvers<void>()
  network.use(
    reply(addMessageNote, async () => {
      await saving.promise
      return note(3, '2026-11-20T00:00:00Z')
    }),
  )
  const { user, press, onAdded } = compose()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'スタッフ内メモを書く' })
  await user.type(field, '家族に連絡済み')
  await press('メモを残す')
  await waitFor(() => expect(sent(addMessageNote)).toHaveLength(1))
  await user.type(field, '{Enter}次回は木曜')
  saving.resolve()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(field.value).toBe('次回は木曜')
})

function Writing({ store }: { store: ReturnType<typeof storeOf> }) {
  const [reply, setReply] = useState<{ message: ReturnType<typeof message>; count: number }>()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <button type="button" onClick={() => setReply((before) => ({ message: message(1, { body: '薬を飲みました' }), count: (before?.count ?? 0) + 1 }))}>
        引用
      </button>
      <Writer
        field={field}
        outbox={outboxOf(1, store)}
        patient_id={patient.id}
        me_id={1}
        isStaff
        compact={false}
        reply={reply}
        onReplied={() => setReply(undefined)}
        onSent={() => {}}
      />
    </>
  )
}

test('a reply that was stopped does not come back after a note; a reply chosen while writing a note does', async () => {
  const store = storeOf('nurse')
  const { press } = show('nurse', <Writing store={store} />, { store })
  await press('引用')
  await screen.findByText('薬を飲みました')
  await press('返信をやめる')
  await press('スタッフ内メモを書く')
  await press('メッセージに戻る')
  await screen.findByRole('textbox', { name: 'メッセージを入力' })
  expect(screen.queryByText('薬を飲みました')).toBeNull()
  await press('スタッフ内メモを書く')
  await screen.findByRole('textbox', { name: 'スタッフ内メモを書く' })
  await press('引用')
  await screen.findByText('薬を飲みました')
})

test('an Enter that confirms an IME conversion does not save the note', async () => {
  const { user } = compose()
  const field = await screen.findByRole('textbox', { name: 'スタッフ内メモを書く' })
  await user.type(field, 'かくにん')
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, keyCode: 229, bubbles: true }))
  expect(sent(addMessageNote)).toEqual([])
})

test('a nurse can delete only her own notes, after a confirmation', async () => {
  network.use(reply(removeMessageNote, null))
  const onDelete = vi.fn()
  const row = (author: MessageNote['author']) => ({ key: 'n1', isFirstOfGroup: true, isLastOfGroup: true, note: note(1, '2026-11-20T00:00:00Z', { author }) })
  show('nurse', <NoteRow row={row(doctor)} onDelete={onDelete} />)
  expect(screen.queryByRole('button')).toBe(null)
  // the signed-in user has id 1
  const { press } = show('nurse', <NoteRow row={row({ ...nurse, id: 1 })} onDelete={onDelete} />)
  await press('メモを削除')
  expect(onDelete).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
  const onClose = vi.fn()
  const dialog = show('nurse', <DeleteNoteDialog note={note(1, '2026-11-20T00:00:00Z')} onClose={onClose} />)
  expect(sent(removeMessageNote)).toEqual([])
  await dialog.press('削除する')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent(removeMessageNote)).toEqual([{ id: 1 }])
})

const readNotes = (role: 'nurse' | 'patient') => {
  const store = storeOf(role)
  return renderHook(() => useNotes(patient.id, 7), {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  })
}

test('notes are not requested for a patient; once a mentioned person sees a note, its notification is marked as checked', async () => {
  network.use(reply(listMessageNotes, { items: [note(4, '2026-11-20T00:01:00Z', { mentions: [nurse] })] }), reply(openMessages, { items: [] }))
  readNotes('patient')
  const { result } = readNotes('nurse')
  await waitFor(() => expect(result.current.notes.map(({ id }) => id)).toEqual([4]))
  await waitFor(() => expect(sent(openMessages)).toEqual([{ ids: [], patient_ids: [patient.id] }]))
  // one request: the nurse's
  expect(sent(listMessageNotes)).toEqual([{ patient_id: patient.id }])
})

test('the notification of a note that arrived in a hidden tab is marked as checked once the tab is visible', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  network.use(reply(listMessageNotes, { items: [note(4, '2026-11-20T00:01:00Z', { mentions: [nurse] })] }), reply(openMessages, { items: [] }))
  const { result } = readNotes('nurse')
  await waitFor(() => expect(result.current.notes).toHaveLength(1))
  expect(sent(openMessages)).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sent(openMessages)).toEqual([{ ids: [], patient_ids: [patient.id] }]))
  hidden.mockRestore()
})
