import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { withOrigin } from '../database/origin.ts'
import { renderDocument } from './render-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head =
  '#import "/fonts.typ": fonts\n#let data = json(bytes(sys.inputs.data))\n#set document(title: "Test")\n#set page(width: 120mm, height: 20mm, margin: 5mm)\n#set text(font: fonts, size: 14pt, lang: "ja")\n'
const template = (name: string, body: string) => {
  const path = join(folder, `${name}.typ`)
  writeFileSync(path, head + body)
  return path
}
const plain = template('plain', '#data.text')
const endless = template('endless', '#{ for a in range(100000) { for b in range(100000) { let c = calc.rem(a, b + 1) } } }')
const greedy = template('greedy', '#str(range(8).map(n => str(n) * 200000000).map(text => text.len()).sum())')
const large = template('large', '#{ for n in range(200) [#n #pagebreak()] }')
// Typst puts a space between scripts, so spaces are not compared
const textOf = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replace(/\s/g, '')
const outcome = (rendering: Promise<Buffer>) =>
  rendering.then(textOf, ({ reason, code, message }: { reason?: string; code?: string; message: string }) => reason ?? code ?? message)

test('text that people wrote is printed unchanged and not read as markup', async () => {
  for (const text of ['#include "plain.typ"', '*太字* _x_ $x^2$ @name', '= 見出し', '\\u{41}', '"]#panic()', '#', '*', '$', '@'])
    expect(await outcome(renderDocument(plain, { text }))).toBe(text.replace(/\s/g, ''))
})

test('a document that exceeds its limit of time, memory or size fails; the documents after it in the queue are rendered', async () => {
  const answers = await Promise.all([
    outcome(renderDocument(endless, {}, { maxMs: 300 })),
    outcome(renderDocument(plain, { text: '一' })),
    outcome(renderDocument(greedy, {}, { maxMemory: 400 * 1024 * 1024, maxMs: 900_000 })),
    outcome(renderDocument(plain, { text: '二' })),
    outcome(renderDocument(large, {}, { maxBytes: 10_000 })),
    outcome(renderDocument(plain, { text: '三' })),
  ])
  expect(answers).toEqual(['time', '一', 'memory', '二', 'bytes', '三'])
})

test('an error in a template throws an error that names the cause', async () => {
  expect(await outcome(renderDocument(template('broken', '#data.absent'), {}))).toContain('does not contain key "absent"')
})

test('documents beyond the maximum of the queue are rejected; the others are rendered', async () => {
  const answers = await Promise.all(Array.from({ length: 53 }, (_, at) => outcome(renderDocument(plain, { text: `第${at}` }))))
  expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(2)
  expect(answers[0]).toBe('第0')
  expect(answers[50]).toBe('第50')
})

test('a fifth document of one person in the queue is rejected; documents of others and of jobs are rendered', async () => {
  const renderFor = (user_id: number | undefined, text: string) => withOrigin({ user_id, request_id: 'r1' }, () => outcome(renderDocument(plain, { text })))
  const answers = await Promise.all([
    ...['一', '二', '三', '四', '五', '六'].map((text) => renderFor(1, text)),
    renderFor(2, '別の人'),
    ...['七', '八', '九', '十'].map((text) => renderFor(undefined, text)),
  ])
  expect(answers).toEqual(['一', '二', '三', '四', 'unavailable', 'unavailable', '別の人', '七', '八', '九', '十'])
})

const names = [
  '𠮷田 髙志',
  '山﨑 渡邉',
  '𣘺本 槗元 栁瀨',
  '葛󠄀城 辻󠄁 祐子',
  '𡈽井 﨔木 𠀋史 濵濱',
  'ジョゼ・ヷレラ ｱﾘ',
  '홍길동 뷁뛟',
  '刘张 赵云鹏',
  'Éléonore Nguyễn Øystein',
  'Șerban Ağa Łukasz',
  'Юлія Ωμεγα',
  '# * $ @ \\ _ <a> [b]',
]
const lines = template(
  'lines',
  '#set page(width: 130mm, height: auto, margin: 0mm)\n#for name in data.names { block(height: 9mm, spacing: 0mm, inset: 2mm, grid(columns: (1fr, 1fr), name, strong(name))) }',
)
const pixels = (image: Buffer | string) => sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
const hasPoppler = (() => {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** For each line, the number of pixels in which the images differ, divided by the number of dark pixels in the first image. */
const differences = async (a: Buffer, b: string) => {
  const [drawn, expected] = [await pixels(a), await pixels(b)]
  expect(drawn.info).toMatchObject({ width: expected.info.width, height: expected.info.height })
  const lineBytes = (drawn.info.width * drawn.info.height) / names.length
  return names.map((_, line) => {
    let [ink, other] = [0, 0]
    for (let at = Math.floor(line * lineBytes); at < Math.floor((line + 1) * lineBytes); at++) {
      if (drawn.data[at]! < 128) ink++
      if (Math.abs(drawn.data[at]! - expected.data[at]!) > 128) other++
    }
    return other / ink
  })
}

test('each name is printed; a character without a glyph is printed as 〓, and emoji without a glyph are left out', async () => {
  const draw = async (printed: string[]) => {
    const pdf = await renderDocument(lines, { names: printed })
    return hasPoppler ? execFileSync('pdftoppm', ['-r', '144', '-png', '-gray', '-'], { input: pdf }) : undefined
  }
  const image = await draw(names)
  // an image that was checked by eye: every character is drawn correctly
  const reference = join(import.meta.dirname, 'names.png')
  if (image) {
    expect(Math.max(...(await differences(image, reference)))).toBeLessThan(0.01)
    const wrong = await draw(names.map((name) => name.replace('髙', '高').replace('뛟', '〓')))
    expect((await differences(wrong!, reference)).map((part) => part > 0.01)).toEqual(names.map((_, at) => at === 0 || at === 6))
  }
  const text = await textOf(await renderDocument(lines, { names }))
  for (const name of names) expect(text.normalize('NFKC')).toContain(name.replace(/\s/g, '').normalize('NFKC'))
  expect(await outcome(renderDocument(plain, { text: 'ขอบคุณ' }))).toBe('〓〓〓〓〓〓')
  expect(await outcome(renderDocument(plain, { text: 'ありがとう😊👨‍👩‍👧\u0007\u200b' }))).toBe('ありがとう')
})
