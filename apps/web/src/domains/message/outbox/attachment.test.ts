import { beforeEach, expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { attachmentIdsOf, attachmentsKey, readAttachments, writeAttachments } from './attachment.ts'

beforeEach(() => {
  localStorage.clear()
  removeOtherUsersDrafts(undefined)
})

const attachments = (...names: string[]) => names.map((name) => ({ id: `${name} of this test`, file: new File(['x'], name) }))
const names = async (user_id: number, patient_id: number) => (await readAttachments(user_id, patient_id)).map(({ file }) => file.name)

test('keeps selected files per user and conversation, in order, until they are removed', async () => {
  const [a, b, c] = attachments('a.pdf', 'b.jpg', 'c.jpg')
  void writeAttachments(7, 1, [a!])
  void writeAttachments(7, 1, [a!, b!])
  await writeAttachments(7, 1, [a!, b!, c!])
  expect(await names(7, 1)).toEqual(['a.pdf', 'b.jpg', 'c.jpg'])
  expect([await names(8, 1), await names(7, 2)]).toEqual([[], []])
  await writeAttachments(7, 1, [a!, c!])
  expect(await names(7, 1)).toEqual(['a.pdf', 'c.jpg'])
  expect([attachmentIdsOf(7).length, attachmentIdsOf(8)]).toEqual([2, []])
  await writeAttachments(7, 1, [])
  expect([await names(7, 1), attachmentIdsOf(7)]).toEqual([[], []])
})

test('files that are removed while they are still being stored do not return', async () => {
  void writeAttachments(7, 1, attachments('a.pdf'))
  void writeAttachments(7, 1, [])
  expect(await names(7, 1)).toEqual([])
})

test('files survive the end of the session for the same user only', async () => {
  await writeAttachments(7, 1, attachments('a.pdf'))
  localStorage.clear()
  expect(await names(7, 1)).toEqual(['a.pdf'])
  removeOtherUsersDrafts(8)
  expect([await names(8, 1), await names(7, 1)]).toEqual([[], []])
})

test('signing out removes the files from memory', async () => {
  await writeAttachments(7, 1, attachments('a.pdf'))
  // signing out calls this; the test keeps the list in localStorage, so that only the cleared memory explains the result
  removeOtherUsersDrafts(undefined)
  expect(await names(7, 1)).toEqual([])
})

test('files that another window removed are gone in this one, and unreadable storage counts as empty', async () => {
  await writeAttachments(7, 1, attachments('a.pdf'))
  localStorage.setItem(attachmentsKey(7, 1), '[]')
  expect(await names(7, 1)).toEqual([])
  for (const invalidJson of ['{', '{}', '[1]', 'null']) {
    removeOtherUsersDrafts(undefined)
    localStorage.setItem(attachmentsKey(7, 1), invalidJson)
    expect([await names(7, 1), attachmentIdsOf(7)]).toEqual([[], []])
  }
})
