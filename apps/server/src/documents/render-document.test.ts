import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { renderDocument } from './render-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = '#let data = json(bytes(sys.inputs.data))\n#set document(title: "Test")\n#set text(font: "BIZ UDPGothic", lang: "ja")\n'
const template = (name: string, body: string) => {
  const path = join(folder, `${name}.typ`)
  writeFileSync(path, head + body)
  return path
}
const plain = template('plain', '#data.text')
const endless = template('endless', '#{ for a in range(100000) { for b in range(100000) { let c = calc.rem(a, b + 1) } } }')
const greedy = template('greedy', '#str(range(8).map(n => str(n) * 200000000).map(text => text.len()).sum())')
const large = template('large', '#{ for n in range(200) [#n #pagebreak()] }')
// between scripts Typst sets a space
const textOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replace(/\s/g, '')
const outcome = (rendering: Promise<Buffer>) =>
  rendering.then(textOf, ({ reason, code, message }: { reason?: string; code?: string; message: string }) => reason ?? code ?? message)

test('text of people is printed as it is', async () => {
  for (const text of ['#include "plain.typ"', '*太字* _x_ $x^2$ @name', '= 見出し', '\\u{41}', '"]#panic()', '#', '*', '$', '@'])
    expect(await outcome(renderDocument(plain, { text }))).toBe(text.replace(/\s/g, ''))
})

test('a document beyond its limit of time, memory or size ends alone; those that wait are made', async () => {
  const answers = await Promise.all([
    outcome(renderDocument(endless, {}, { maxMs: 300 })),
    outcome(renderDocument(plain, { text: '一' })),
    outcome(renderDocument(greedy, {}, { maxMemory: 400 * 1024 * 1024, maxMs: 120_000 })),
    outcome(renderDocument(plain, { text: '二' })),
    outcome(renderDocument(large, {}, { maxBytes: 10_000 })),
    outcome(renderDocument(plain, { text: '三' })),
  ])
  expect(answers).toEqual(['time', '一', 'memory', '二', 'bytes', '三'])
})

test('an error of a template says what is wrong', async () => {
  expect(await outcome(renderDocument(template('broken', '#data.absent'), {}))).toContain('does not contain key "absent"')
})

test('more documents than may wait are rejected; the others are made', async () => {
  const answers = await Promise.all(Array.from({ length: 53 }, (_, at) => outcome(renderDocument(plain, { text: `第${at}` }))))
  expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(2)
  expect(answers[0]).toBe('第0')
  expect(answers[50]).toBe('第50')
})
