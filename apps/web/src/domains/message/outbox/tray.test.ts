// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { saveFormDraftOf } from '../../../api/form-drafts.ts'
import { heldBy, readTray, trayKey, writeTray } from './tray.ts'

beforeEach(() => {
  localStorage.clear()
  saveFormDraftOf(undefined)
})

const held = (...names: string[]) => names.map((name) => ({ id: `${name} of this test`, file: new File(['x'], name) }))
const names = async (user_id: number, patient_id: number) => (await readTray(user_id, patient_id)).map(({ file }) => file.name)

test('what was chosen stands in the tray of one person and one room, in order, until it is taken out or sent', async () => {
  const [a, b, c] = held('a.pdf', 'b.jpg', 'c.jpg')
  void writeTray(7, 1, [a!])
  void writeTray(7, 1, [a!, b!])
  await writeTray(7, 1, [a!, b!, c!])
  expect(await names(7, 1)).toEqual(['a.pdf', 'b.jpg', 'c.jpg'])
  expect([await names(8, 1), await names(7, 2)]).toEqual([[], []])
  await writeTray(7, 1, [a!, c!])
  expect(await names(7, 1)).toEqual(['a.pdf', 'c.jpg'])
  expect([heldBy(7).length, heldBy(8)]).toEqual([2, []])
  await writeTray(7, 1, [])
  expect([await names(7, 1), heldBy(7)]).toEqual([[], []])
})

test('sent at once it does not come back', async () => {
  void writeTray(7, 1, held('a.pdf'))
  void writeTray(7, 1, [])
  expect(await names(7, 1)).toEqual([])
})

test('over a session that ends it is there for the same person, and for nobody else', async () => {
  await writeTray(7, 1, held('a.pdf'))
  localStorage.clear()
  expect(await names(7, 1)).toEqual(['a.pdf'])
  saveFormDraftOf(8)
  expect([await names(8, 1), await names(7, 1)]).toEqual([[], []])
})

test('what another window emptied is empty here, and what cannot be read is not there', async () => {
  await writeTray(7, 1, held('a.pdf'))
  localStorage.setItem(trayKey(7, 1), '[]')
  expect(await names(7, 1)).toEqual([])
  for (const spoiled of ['{', '{}', '[1]', 'null']) {
    saveFormDraftOf(undefined)
    localStorage.setItem(trayKey(7, 1), spoiled)
    expect([await names(7, 1), heldBy(7)]).toEqual([[], []])
  }
})
