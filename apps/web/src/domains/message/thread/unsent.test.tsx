import { addMessage, maxFilesPerMessage } from '@sukoyaka/wire/care/message'
import { listMentionTargets } from '@sukoyaka/wire/care/message-mark'
import { getNotificationSettings } from '@sukoyaka/wire/people/notification'
import { screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFiles } from '../../../api/unsent/files.ts'
import { network, reply, sent, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { storeOf } from '../../../test/store.ts'
import { toasts } from '../../../ui/overlay/toast.ts'
import { Writer } from '../composer/Writer.tsx'
import { writeAttachments } from '../outbox/attachment.ts'
import { outboxOf } from '../outbox/outbox.ts'
import { editOutbox, type OutboxMessage } from '../outbox/outbox-message.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { message, nurse, patient } from '../test-data.ts'
import { rowsOf } from './rows.ts'
import { UnsentMessageRow } from './UnsentMessageRow.tsx'

setUpNetwork()
beforeEach(() =>
  network.use(
    reply(getNotificationSettings, { mail_enabled: true, push_enabled: true, hours: null, send_key: 'enter' }),
    reply(listMentionTargets, { items: [] }),
    reply(addMessage, ({ body = '' }) => message(9, { body })),
  ),
)
afterEach(() => localStorage.clear())

const refused: OutboxMessage = {
  client_id: 'refused-1',
  patient_id: patient.id,
  body: '@小林 美咲 夕食後でもよいですか',
  mentions: [nurse],
  reply_to: { id: 5, name: '中村 健一', body: '朝食後に飲んでください' },
  is_urgent: false,
  content_type: 'text',
  files: [],
  state: 'refused',
  error: '内容をご確認ください。',
  at: '2026-11-21T00:00:00Z',
}

/** The unsent messages and the composer, as `Conversation` shows them. */
function Unsent() {
  const { outbox, unsent } = useOutbox(1, patient.id)
  const [editCount, setEditCount] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const onEdited = () => setEditCount((count) => count + 1)
  return (
    <>
      {rowsOf([], unsent, { me_id: 1 }).map((row) =>
        'unsent' in row ? <UnsentMessageRow key={row.key} row={row} outbox={outbox} onEdited={onEdited} /> : null,
      )}
      <Writer
        key={editCount}
        field={field}
        outbox={outbox}
        patient_id={patient.id}
        me_id={1}
        isStaff={false}
        compact={false}
        onReplied={() => undefined}
        onSent={() => undefined}
      />
    </>
  )
}

const open = async (unsent: OutboxMessage) => {
  const store = storeOf('patient')
  editOutbox(1, () => [unsent], true)
  await outboxOf(1, store).sendWaiting()
  return show('patient', <Unsent />, { store })
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'メッセージを入力' })
const row = () => screen.queryByRole('article', { name: '送信できませんでした' })

test('a refused message goes back to the composer with its mentions and the quoted message, behind the text written there', async () => {
  const { user, press } = await open(refused)
  await user.type(field(), '追伸です')
  await press('編集に戻す')
  await waitFor(() => expect(field().value).toBe('追伸です\n@小林 美咲 夕食後でもよいですか'))
  expect(screen.getByText('朝食後に飲んでください')).toBeTruthy()
  expect(row()).toBeNull()
  await user.type(field(), '。')
  await press('送信')
  await waitFor(() =>
    expect(sent(addMessage)).toMatchObject([{ body: '追伸です\n@小林 美咲 夕食後でもよいですか。', mention_ids: [nurse.id], reply_to_message_id: 5 }]),
  )
})

test('the files of a refused message go back too; if the composer has too many files for both, the message stays', async () => {
  const fileOf = (name: string) => new File(['内容'], name, { type: 'application/pdf' })
  await storeFiles(1, 'refused-1', [fileOf('紹介状.pdf')])
  const held = Array.from({ length: maxFilesPerMessage }, (_, at) => ({ id: `held-${at}`, file: fileOf(`${at}.pdf`) }))
  await writeAttachments(1, patient.id, held)
  const { press } = await open({ ...refused, body: '', mentions: [], content_type: 'file', files: [{ name: '紹介状.pdf', size: 6 }] })
  await screen.findByRole('button', { name: '0.pdfを外す' })
  await press('編集に戻す')
  await waitFor(() => expect(toasts.read().at(-1)?.title).toMatch(/^入力欄に書きかけのメッセージがあります/))
  expect(within(row()!).getByText('紹介状.pdf')).toBeTruthy()
  await press('0.pdfを外す')
  await press('編集に戻す')
  await screen.findByRole('button', { name: '紹介状.pdfを外す' })
  expect(screen.getByRole('button', { name: '1.pdfを外す' })).toBeTruthy()
  expect(row()).toBeNull()
})

test('a message is discarded only after a confirmation', async () => {
  const { user, press } = await open(refused)
  await press('破棄')
  await user.click(within(await screen.findByRole('dialog', { name: 'メッセージを破棄' })).getByRole('button', { name: 'キャンセル' }))
  expect(row()).toBeTruthy()
  await press('破棄')
  await press('破棄する')
  await waitFor(() => expect(row()).toBeNull())
  expect(field().value).toBe('')
})

test('a message that waits for an earlier one says so and can be discarded', async () => {
  const store = storeOf('patient')
  const waiting: OutboxMessage = { ...refused, client_id: 'waiting-1', state: 'waiting', error: null }
  const row = { key: 'waiting-1', unsent: waiting, isFirstOfGroup: true, isLastOfGroup: true }
  show('patient', <UnsentMessageRow row={row} outbox={{ ...outboxOf(1, store), isHeld: () => true }} />, { store })
  await screen.findByText('前のメッセージの送信を待っています')
  expect(screen.queryByText('送信中')).toBeNull()
  expect(screen.getByRole('button', { name: '破棄' })).toBeTruthy()
})
