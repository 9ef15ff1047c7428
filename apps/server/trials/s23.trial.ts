import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { bom, csvLine } from '../src/domains/results-import/csv.ts'
import { calendarOf, sendCalendar } from '../src/files/icalendar.ts'
import { pdf } from '../test/documents.ts'
import { formOf } from '../test/form.ts'
import { openImports } from '../test/imports.ts'
import { report } from './kit/report.ts'

/** Texts that need escaping in a CSV or a file name, and harmless ones that must stay as they are. */
const hostile = [
  'a\r\nb',
  'a\nb',
  'a\rb',
  'a,b',
  'a"b',
  '"a"',
  '"',
  'a;b',
  'a\tb',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  'a\r\nContent-Type: text/html\r\n\r\n<script>',
  'a"; filename="b.exe',
  'a%22.exe',
  '../../x',
  'a\u202efdp.exe',
  'a\u2028b',
  '𠮷田 髙﨑',
  '山田　花子',
  '-12.5',
  '+3',
  '0012',
  'ｱ ｲ',
]
const formulaPrefix = /^[=+\-@＝＋－＠\t\r\n]/
const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)

/** Differences between the parsed CSV and the intended cells, including formulas. */
const faultsOfCsv = (text: string, expected: readonly string[][]): string[] => {
  let read: string[][]
  try {
    read = parse(text, { bom: true, relax_column_count: true }) as string[][]
  } catch (error) {
    return [`no CSV: ${(error as Error).message.slice(0, 60)}`]
  }
  const faults: string[] = []
  if (read.length !== expected.length) faults.push(`${read.length} lines for ${expected.length}`)
  read.forEach((line, at) => {
    if (line.length !== expected[at]?.length) faults.push(`${line.length} cells for ${expected[at]?.length}`)
    line.forEach((cell, i) => {
      const expectedText = expected[at]?.[i]
      if (formulaPrefix.test(cell) && !isNumber(cell)) faults.push(`a formula: ${JSON.stringify(cell)}`)
      if (expectedText !== undefined && cell !== expectedText && cell !== `'${expectedText}`)
        faults.push(`${JSON.stringify(expectedText)} reads ${JSON.stringify(cell)}`)
    })
  })
  return faults
}

/** Checks by RFC 6266: a token or a quoted string, then perhaps the name in UTF-8; both must be safe file names with the ending. */
const faultsOfDisposition = (header: string, ending = /\.(csv|ics)$/): string[] => {
  const [, token, quoted, encoded] =
    /^attachment; filename=(?:([\w!#$&'*+.^`|~-]+)|"([^"\\]*)")(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]+))?$/.exec(header) ?? []
  const plainText = token ?? quoted
  if (plainText === undefined) return [`unreadable: ${JSON.stringify(header.slice(0, 80))}`]
  return [plainText, decodeURIComponent(encoded ?? plainText)].flatMap((name) =>
    /\p{C}|\p{Zl}|\p{Zp}|[\\/:*?"<>|;]|^\./u.test(name) || !ending.test(name) ? [`an unsafe name: ${JSON.stringify(name)}`] : [],
  )
}

let imports: Awaited<ReturnType<typeof openImports>>
beforeAll(async () => {
  imports = await openImports()
})

const columns = ['氏名', '生年月日', '受診日', 'LDL-C', ...hostile.map((_, at) => `メモ${at}`)]
const cells = ['=山田 花子', 'S43.13.14', '2026/11/1', '16O', ...hostile]

/** Sets the name, headers and cells of a one-row import by SQL, past the checks of the API, and downloads its errors.csv. */
const errorsOf = async (name: string, headers: readonly string[], importId?: number) => {
  const { db } = imports.testApp.context
  const id = importId ?? (await imports.upload(['氏名,生年月日,受診日,LDL-C', 'x,S43.13.14,2026/11/1,16O', ''].join('\r\n'))).id
  const importColumns = headers.map((header) => ({ header, unit: '', code: '', samples: [] }))
  await db.execute(sql`update results_imports set name = ${name}, columns = ${JSON.stringify(importColumns)}::jsonb, mapping = '[]' where id = ${id}`)
  await db.execute(sql`update import_rows set cells = ${JSON.stringify(cells)}, reasons = '[{"at":null,"reason":"person_unknown"}]' where import_id = ${id}`)
  const { headers: replyHeaders, text, status } = await imports.testApp.staff.nurse.get(`/api/results_imports/${id}/errors.csv`)
  expect(status).toBe(200)
  return { text, replyHeaders, id }
}

test('S-23: exports CSV that parses to the same cells, without formulas and with one safe file name', async () => {
  const failures: string[] = []
  let n = 0
  const { text, id } = await errorsOf('a', columns)
  n += cells.length
  failures.push(
    ...faultsOfCsv(text, [
      [...columns, '取り込めなかった理由'],
      [...cells, '該当する患者が見つかりません'],
    ]),
  )
  const { text: csv } = await errorsOf('a', [...hostile, 'x', 'y', 'z', 'w'])
  n += hostile.length
  failures.push(
    ...faultsOfCsv(csv, [
      [...hostile, 'x', 'y', 'z', 'w', '取り込めなかった理由'],
      [...cells, '該当する患者が見つかりません'],
    ]),
  )
  for (const name of hostile) {
    n++
    const { replyHeaders } = await errorsOf(name, columns, id)
    failures.push(...faultsOfDisposition(String(replyHeaders['content-disposition'])))
    const ownHeaders = /^(x-|content-|cache-|cross-|referrer|permissions|vary|etag|date|connection|keep-alive|transfer|strict)/
    failures.push(...Object.keys(replyHeaders).flatMap((header) => (ownHeaders.test(header) ? [] : [`another header: ${header}`])))
  }
  // as many files at once as one message allows
  const { doctor } = imports.testApp.staff
  for (let at = 0; at < hostile.length; at += 10) {
    const files = hostile.slice(at, at + 10).map((name) => ({ filename: name.replace(/["\r\n]/g, encodeURIComponent), content: pdf }))
    const { body } = await doctor.request('POST', '/api/messages/file', { body: formOf({ patient_id: imports.testApp.hanako.id }, 'files[]', ...files) })
    n += body.files.length
    for (const { address } of body.files) failures.push(...faultsOfDisposition(String((await doctor.get(address)).headers['content-disposition']), /\.pdf$/))
  }
  // imports the CSV again: the cells must be the same, without the formula guard
  const { body } = await imports.testApp.staff.nurse.request('POST', '/api/results_imports', {
    body: { file_name: 'back.csv', size: Buffer.from(text).length, content: Buffer.from(text).toString('base64') },
  })
  await imports.testApp.runJobs()
  const [row] = await imports.rows(body.id)
  cells.forEach((cell, at) => {
    n++
    if (row.cells[at] !== cell.trim()) failures.push(`${JSON.stringify(cell)} comes back as ${JSON.stringify(row.cells[at])}`)
  })
  report('S-23', { n, failures: failures.length, figures: { texts: hostile.length } })
  expect(failures).toEqual([])
})

test('S-23 control: detects missing quotes, missing formula guards, quotes that are not doubled and a raw file name', () => {
  const expected = [columns, cells]
  const write = (item: (cell: string) => string) => bom + expected.map((line) => `${line.map(item).join(',')}\r\n`).join('')
  const faultyOutputs: [string, string[]][] = [
    [
      'no quotes',
      faultsOfCsv(
        write((cell) => cell),
        expected,
      ),
    ],
    [
      'no guard',
      faultsOfCsv(
        write((cell) => `"${cell.replaceAll('"', '""')}"`),
        expected,
      ),
    ],
    [
      'quotes that are not doubled',
      faultsOfCsv(
        write((cell) => `"${cell}"`),
        expected,
      ),
    ],
    [
      'a guard that changes numbers',
      faultsOfCsv(
        write((cell) => `"'${cell.replaceAll('"', '""').replaceAll('-12.5', '12.5')}"`),
        expected,
      ),
    ],
    ['a lost cell', faultsOfCsv(bom + csvLine(columns) + csvLine(cells.slice(1)), expected)],
    ['a raw name', hostile.flatMap((name) => faultsOfDisposition(`attachment; filename="${name}.csv"; filename*=UTF-8''${name}.csv`))],
    [
      'a name that is only encoded',
      hostile.flatMap((name) => faultsOfDisposition(`attachment; filename="a.csv"; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`)),
    ],
  ]
  expect(faultyOutputs.filter(([, faults]) => !faults.length).map(([name]) => name)).toEqual([])
})

/** Texts that need escaping or folding in a calendar, and those above. */
const hostileCalendarTexts = [
  ...hostile,
  'a\r\nATTENDEE:mailto:x@example.com',
  'a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b',
  'a\r\n ATTENDEE:folded',
  'a\rMETHOD:REQUEST',
  'a\u0085ATTENDEE:x',
  'a\u2029ATTENDEE:x',
  'a\u000bb\u000cc',
  'a\\nb\\',
  'a;VALUE=URI:b,c:d',
  '𠮷野家'.repeat(40),
]
const properties = new Set('uid sequence dtstamp dtstart dtend summary location description url status class x-microsoft-cdo-busystatus transp'.split(' '))
const collapseSpace = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Differences between the parsed calendar and the intended texts: one event, no other properties. */
const faultsOfCalendar = (text: string, expected: Partial<Record<'summary' | 'location' | 'description', string>>): string[] => {
  const faults: string[] = []
  const lines = text.split('\r\n')
  if (lines.at(-1) !== '') faults.push('no end of the last line')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
  if (lines.some((line) => /[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/.test(line))) faults.push('a control character or line separator')
  if (lines.some((line) => Buffer.byteLength(line) > 75)) faults.push('a line too long')
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    const events = calendar.getAllSubcomponents('vevent')
    if (calendar.getFirstPropertyValue('method') !== 'PUBLISH' || calendar.getAllProperties('method').length !== 1) faults.push('another method')
    if (events.length !== 1) faults.push(`${events.length} events`)
    const [event] = events
    for (const { name } of event?.getAllProperties() ?? []) if (!properties.has(name)) faults.push(`a property: ${name}`)
    if (event?.getAllSubcomponents().length) faults.push('a component within the event')
    for (const [name, expectedText] of Object.entries(expected)) {
      const values = event?.getAllProperties(name).map((item) => String(item.getFirstValue())) ?? []
      if (values.length !== (collapseSpace(expectedText) ? 1 : 0) || collapseSpace(values[0] ?? '') !== collapseSpace(expectedText))
        faults.push(`${JSON.stringify(expectedText.slice(0, 40))} reads ${JSON.stringify(values)}`)
    }
  } catch (error) {
    faults.push(`no calendar: ${(error as Error).message.slice(0, 60)}`)
  }
  return faults
}
const baseEvent = { uid: 'interview-7@care.example.jp', sequence: 1, changed_at: '2026-11-20T01:00:00Z', starts_at: '2026-12-04T05:00:00Z' }

test('S-23: exports calendars with one event and the same texts', async () => {
  const failures: string[] = []
  const { db } = imports.testApp.context
  const { hanako, staff } = imports.testApp
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${hanako.id}, 'follow', now() + interval '1 day', 'other') returning id`,
  )
  const id = Number(rows[0]!.id)
  await db.execute(sql`insert into interview_participants (interview_id, staff_id) values (${id}, ${staff.nurse.id})`)
  const { body: feed } = await staff.nurse.request('POST', '/api/calendar_feeds', { body: {} })
  const names: Record<string, string> = {}
  const reply = { header: (name: string, value: string) => Object.assign(names, { [name]: value }) && reply }
  for (const text of hostileCalendarTexts) {
    const calendarText = calendarOf([{ ...baseEvent, summary: text, location: text, description: text, url: `https://meet.example.com/${text}` }])
    failures.push(...faultsOfCalendar(calendarText, { summary: text, location: text, description: text }))
    failures.push(...faultsOfCalendar(calendarOf([{ ...baseEvent, summary: 'a' }], text), { summary: 'a' }))
    sendCalendar(reply as never, text, calendarText)
    failures.push(...faultsOfDisposition(names['content-disposition']!))
    await db.execute(sql`update interviews set location = ${text} where id = ${id}`)
    for (const { status, text: calendar } of [await hanako.get(`/interviews/${id}/calendar`), await hanako.get(new URL(feed.url).pathname)]) {
      expect(status).toBe(200)
      failures.push(...faultsOfCalendar(calendar, { location: text }))
    }
  }
  report('S-23 calendars', { n: hostileCalendarTexts.length * 5, failures: failures.length, figures: { texts: hostileCalendarTexts.length } })
  expect(failures).toEqual([])
})

test('S-23 control: detects raw texts, incomplete escaping and missing line folding', () => {
  const plainText = calendarOf([{ ...baseEvent, summary: 'WORDS' }])
  // the long text fails by its length alone, so the other checks leave it out
  const longText = hostileCalendarTexts.at(-1)!
  const shortTexts = hostileCalendarTexts.slice(0, -1)
  const write = (item: (text: string) => string, texts = shortTexts) =>
    texts.flatMap((text) =>
      faultsOfCalendar(
        plainText.replace('SUMMARY:WORDS', () => `SUMMARY:${item(text)}`),
        { summary: text },
      ),
    )
  const escaped = (text: string) => text.replace(/[\\;,]/g, (character) => `\\${character}`)
  const faultyOutputs: [string, string[]][] = [
    ['raw text', write((text) => text)],
    ['unescaped line breaks', write(escaped)],
    ['only line feeds escaped', write((text) => escaped(text).replaceAll('\n', '\\n'))],
    ['unescaped backslashes', write((text) => text.replace(/[;,]/g, (character) => `\\${character}`).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '))],
    ['no line folding', write((text) => text, [longText])],
    [
      'a second event',
      faultsOfCalendar(
        calendarOf(
          [
            { ...baseEvent, summary: 'a' },
            { ...baseEvent, uid: 'b', summary: 'a' },
          ],
          'x',
        ),
        { summary: 'a' },
      ),
    ],
  ]
  expect(faultyOutputs.filter(([, faults]) => !faults.length).map(([name]) => name)).toEqual([])
})
