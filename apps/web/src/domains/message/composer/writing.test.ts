import { maxBytes } from '@sukoyaka/wire/endpoint'
import { beforeEach, expect, test, vi } from 'vitest'
import { formDraftOf, removeOtherUsersDrafts, saveFormDraft } from '../../../api/form-drafts.ts'
import { selectFiles, splitByType } from './attachments.ts'
import { draftFromStorageEvent, draftKey, emptyDraft, readDraft, writeDraft } from './draft.ts'
import { matchingTargets } from './matching-targets.ts'
import { mentionedIn, mentionQueryAt, type Target, withMention } from './mention.ts'
import { readSendKey, sends, writeSendKey } from './send-key.ts'

beforeEach(() => {
  localStorage.clear()
  removeOtherUsersDrafts(undefined)
})

const person = (id: number, last_name: string, first_name: string, last_name_kana: string, first_name_kana: string) =>
  ({ id, last_name, first_name, last_name_kana, first_name_kana, role: 'nurse', icon: null, is_on_team: true }) as Target
const team = [person(1, '中村', '健一', 'ナカムラ', 'ケンイチ'), person(2, '小林', '美咲', 'コバヤシ', 'ミサキ')]

test('a draft that another window has sent disappears; if the session of the other window ends, the draft stays', () => {
  const written: (string | null)[] = []
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((_, text) => void written.push(text))
  localStorage[draftKey(7, 1)] = JSON.stringify({ ...emptyDraft, body: '今朝の' })
  writeDraft(7, 1, emptyDraft)
  setItem.mockRestore()
  // the in-memory draft of this window
  writeDraft(7, 1, { ...emptyDraft, body: '今朝の' })
  localStorage.clear()
  expect(draftFromStorageEvent(7, 1, null).body).toBe('今朝の')
  expect(written).toHaveLength(1)
  expect(draftFromStorageEvent(7, 1, written[0]!)).toEqual(emptyDraft)
})

test('a draft that another window has sent does not come back in a window that opens the conversation later', () => {
  writeDraft(7, 1, { ...emptyDraft, body: '今朝の' })
  const inMemory = formDraftOf(7, draftKey(7, 1))
  writeDraft(7, 1, emptyDraft)
  // this window has its own memory
  saveFormDraft(7, draftKey(7, 1), inMemory)
  expect(readDraft(7, 1)).toEqual(emptyDraft)
})

test('a draft belongs to one user and one conversation and is no longer stored once emptied', () => {
  writeDraft(7, 1, { ...emptyDraft, body: '今朝の' })
  expect(readDraft(7, 1).body).toBe('今朝の')
  expect(readDraft(8, 1)).toEqual(emptyDraft)
  expect(readDraft(7, 2)).toEqual(emptyDraft)
  writeDraft(7, 1, emptyDraft)
  expect(JSON.stringify(localStorage)).not.toContain('今朝の')
})

test('a draft survives the end of the session, but not the sign-in of another user', () => {
  writeDraft(7, 1, { ...emptyDraft, body: '書きかけ' })
  localStorage.clear()
  expect(readDraft(7, 1).body).toBe('書きかけ')
  removeOtherUsersDrafts(8)
  expect(readDraft(7, 1)).toEqual(emptyDraft)
})

test('ignores a malformed draft in storage', () => {
  for (const invalidJson of ['{', '7', '{"body":1}', '[]']) {
    localStorage.setItem(draftKey(7, 1), invalidJson)
    expect(readDraft(7, 1)).toEqual(emptyDraft)
  }
})

test.each([
  ['@', 1, { from: 0, q: '' }],
  ['@', 0, undefined],
  ['写真を@なか', 6, { from: 3, q: 'なか' }],
  ['写真を@なか です', 9, undefined],
  ['nurse@example', 13, undefined],
  ['@中村、', 4, undefined],
  ['なか', 2, undefined],
])('in %s with the caret at %i the mention query is %o', (text, cursor, expected) => expect(mentionQueryAt(text, cursor)).toEqual(expected))

test.each(['中村', 'なかむら', 'ナカ', 'nakamura', 'ken'])('%s finds Nakamura and no one else', (q) =>
  expect(matchingTargets(team, q).map(({ id }) => id)).toEqual([1]),
)

test('an inserted mention replaces the typed query; the person counts as mentioned while the whole name is in the text', () => {
  const named = withMention('写真を@なかです', 3, 6, team[0]!)
  expect(named).toEqual({ text: '写真を@中村 健一 です', cursor: 10 })
  expect(mentionedIn(named.text, team)).toEqual([team[0]])
  expect(mentionedIn('写真を@中村です', team)).toEqual([])
})

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
test('Enter sends if the user chose so, but not with Shift or on touch devices; Ctrl or ⌘ with Enter always sends', () => {
  expect(sends('ctrl_enter', plain, false)).toBe(false)
  expect(sends('enter', plain, false)).toBe(true)
  expect(sends('enter', { ...plain, shiftKey: true }, false)).toBe(false)
  expect(sends('enter', plain, true)).toBe(false)
  for (const key of ['ctrlKey', 'metaKey'])
    for (const sendKey of ['enter', 'ctrl_enter'] as const) expect(sends(sendKey, { ...plain, [key]: true }, true)).toBe(true)
  writeSendKey(7, 'enter', true)
  expect([readSendKey(7), readSendKey(8)]).toEqual(['enter', 'ctrl_enter'])
})

const file = (name: string, type: string, size = 10) => Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

test('accepts up to ten files of up to 20 MB each; rejects larger ones, empty ones and other types', () => {
  const chosen = [
    file('a.jpg', 'image/jpeg', maxBytes.document),
    file('b.jpg', 'image/jpeg', maxBytes.document + 1),
    file('c.exe', ''),
    file('d.pdf', 'application/pdf', 0),
    file('e.svg', 'image/svg+xml'),
    file('f.heic', 'image/heic'),
    file('g.doc', 'application/msword'),
    file('h.xlsx', ''),
  ]
  const { accepted, rejected } = selectFiles([], chosen)
  expect(accepted.map(({ name }) => name)).toEqual(['a.jpg', 'h.xlsx'])
  expect(rejected).toEqual([
    { name: 'b.jpg', reason: 'large' },
    { name: 'c.exe', reason: 'kind' },
    { name: 'd.pdf', reason: 'empty' },
    { name: 'e.svg', reason: 'kind' },
    { name: 'f.heic', reason: 'kind' },
    { name: 'g.doc', reason: 'kind' },
  ])
  expect(selectFiles(Array(9).fill(chosen[0]), [chosen[0]!, chosen[0]!])).toMatchObject({ accepted: [chosen[0]], isTooMany: true })
})

test('sends images and files as two messages', () => {
  const [a, b] = [file('a.jpg', 'image/jpeg'), file('b.pdf', 'application/pdf')]
  expect(splitByType([])).toEqual([{ content_type: 'text', files: [] }])
  expect(splitByType([b, a])).toEqual([
    { content_type: 'image', files: [a] },
    { content_type: 'file', files: [b] },
  ])
})
