import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { parse } from 'content-disposition'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { officeOf, pdf } from '../../../../test/documents.ts'
import { formOf } from '../../../../test/form.ts'
import { addContract } from '../../../../test/payment/contract.ts'
import { png } from '../../../../test/png.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { type Entry, zipOf } from '../../../../test/xlsx.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  nurse = testApp.staff.nurse
  await addContract(testApp, hanako.id, { chat: true })
})

type Sent = { filename: string; content: Uint8Array }
const send = (files: Sent[], { member = hanako, contentType = 'file' as 'file' | 'image', extra = {} } = {}) =>
  member.request('POST', `/api/messages/${contentType}`, { body: formOf({ patient_id: hanako.id, ...extra }, `${contentType}s[]`, ...files) })
const sendFile = (content: Uint8Array, filename = 'a.bin') => send([{ content, filename }])
const openFile = (member: Member, url: string, headers = {}) =>
  testApp.app.inject({ url, headers: { authorization: `Token token="${member.token}", email="${member.email}"`, ...headers } })
const countStoredFiles = () =>
  ['files', 'uploads'].flatMap((folder) => readdirSync(join(testApp.context.config.data_dir, folder)).filter((name) => name !== '.half')).length
const messageCount = async () => Number((await testApp.context.db.execute<{ n: string }>(sql`select count(*) as n from messages`)).rows[0]!.n)
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('returns documents byte for byte as downloads with their real type and a safe name', async () => {
  const withChart = officeOf('pptx', [{ name: 'ppt/embeddings/Microsoft_Excel_Worksheet.xlsx', data: officeOf('xlsx') }])
  const documents: [string, Buffer, string, string][] = [
    ['夕食の分け方_献立案.pdf', pdf, 'application/pdf', '夕食の分け方_献立案.pdf'],
    ['../../etc/問診.exe', officeOf('docx'), docxType, '問診.docx'],
    ['a\u202egpj.xlsx', officeOf('xlsx'), docxType.replace('wordprocessingml.document', 'spreadsheetml.sheet'), 'agpj.xlsx'],
    [`${'長'.repeat(300)}.pptx`, withChart, docxType.replace('wordprocessingml.document', 'presentationml.presentation'), `${'長'.repeat(80)}.pptx`],
  ]
  const { status, body: message } = await send(
    documents.map(([filename, content]) => ({ filename, content })),
    { extra: { body: '献立です' } },
  )
  expect([status, message.content_type, message.images, message.files.length]).toEqual([201, 'file', [], 4])
  for (const [index, [, content, type, name]] of documents.entries()) {
    expect(message.files[index]).toMatchObject({ content_type: type, name, size: content.length })
    const { files } = (await nurse.get(`/api/messages/${message.id}`)).body
    const response = await openFile(nurse, files[index].address, { range: 'bytes=0-3' })
    expect([response.statusCode, response.payload, response.headers['content-type'], response.headers['x-content-type-options']]).toEqual([
      206,
      content.toString('latin1', 0, 4),
      type,
      'nosniff',
    ])
    expect(response.headers['content-security-policy']).toMatch(/^sandbox/)
    expect(response.headers['content-disposition']).toMatch(/^attachment; /)
    expect(parse(String(response.headers['content-disposition'])).parameters.filename).toBe(name)
    expect((await openFile(nurse, files[index].address)).rawPayload.equals(content)).toBe(true)
    expect([(await openFile(taro, files[index].address)).statusCode, (await openFile(hanako, files[index].address)).statusCode]).toEqual([404, 404])
  }
  expect((await nurse.get('/api/messages/search?q=献立案')).body.items.map(({ id }: { id: number }) => id)).toEqual([message.id])
})

test('re-encodes a picture that is sent as a file and serves it as a download only', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .withExif({ IFD0: { Copyright: 'CANARY' } })
    .jpeg()
    .toBuffer()
  const before = countStoredFiles()
  const { body } = await sendFile(photo, '手帳.png')
  expect(body.files[0]).toMatchObject({ content_type: 'image/jpeg', name: '手帳.jpg' })
  expect(countStoredFiles()).toBe(before + 1)
  const response = await openFile(hanako, body.files[0].address)
  expect([response.statusCode, response.rawPayload.includes('CANARY'), String(response.headers['content-disposition']).slice(0, 11)]).toEqual([
    200,
    false,
    'attachment;',
  ])
})

test('keeps the first frame of an animation and rejects a TIFF with several pages', async () => {
  const frames = await Promise.all(
    ['#345', '#543'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const joined = () => sharp(frames, { join: { animated: true } })
  const animation = { filename: 'a.gif', content: await joined().gif().toBuffer() }
  const pages = { filename: '紹介状.tif', content: await joined().tiff().toBuffer() }
  for (const contentType of ['image', 'file'] as const) {
    expect((await send([animation], { contentType })).status).toBe(201)
    const { status, body } = await send([pages], { contentType })
    expect([status, body.code]).toEqual([422, 'image_has_pages'])
    expect(body.error).toContain('「紹介状.tif」')
  }
})

test('accepts one image with a message; the path for images accepts the field `image` as well as `images[]`', async () => {
  const photo = { filename: 'a.png', content: png(4, 4, deflateSync(Buffer.alloc(52))) }
  const sendTo = (path: string, field: string, fields: object, ...files: Sent[]) =>
    hanako.request('POST', path, { body: formOf({ patient_id: hanako.id, ...fields }, field, ...files) })
  const before = countStoredFiles()
  for (const fields of [{ content_type: 'image' }, { body: '手帳です', message_type: 'user' }]) {
    const { status, body } = await sendTo('/api/messages', 'image', fields, photo)
    expect([status, body.content_type, body.body, body.images.length]).toEqual([201, 'image', 'body' in fields ? fields.body : '', 1])
  }
  expect((await sendTo('/api/messages/image', 'image', {}, photo)).body.images).toHaveLength(1)
  // a form without an image is a text message, as a JSON body is
  expect((await sendTo('/api/messages', 'image', { body: '今朝は元気です' })).body).toMatchObject({ content_type: 'text', body: '今朝は元気です' })
  const after = countStoredFiles()
  expect(after).toBeGreaterThan(before)
  const rejected: [ReturnType<typeof sendTo>, object][] = [
    [sendTo('/api/messages', 'image', {}, photo, photo), { image: ['too_many'] }],
    [sendTo('/api/messages', 'image', { content_type: 'image', body: 'x' }), { image: ['required'] }],
    [sendTo('/api/messages', 'image', { content_type: 'text', body: 'x' }, photo), { content_type: ['not_allowed'] }],
    [sendTo('/api/messages', 'image', {}), { body: ['required'] }],
    [hanako.request('POST', '/api/messages', { body: { patient_id: hanako.id, content_type: 'image' } }), { image: ['required'] }],
    [sendTo('/api/messages/image', 'image', {}), { images: ['required'] }],
    [sendTo('/api/messages/image', 'image', {}, photo, ...Array.from({ length: 20 }, () => photo)), { images: ['too_many'] }],
  ]
  for (const [response, fields] of rejected) expect(Object.keys((await response).body.fields ?? {})).toEqual(Object.keys(fields))
  expect((await sendTo('/api/messages', 'picture', {}, photo)).body.code).toBe('unknown_parameter')
  expect((await testApp.request('POST', '/api/messages', { body: formOf({ patient_id: hanako.id }, 'image', photo) })).status).toBe(401)
  expect(countStoredFiles()).toBe(after)
})

test('rejects unsupported, active and broken files with an error text and stores nothing', async () => {
  const docx = officeOf('docx')
  const docxWith = (name: string, data: Buffer | string, extra: Partial<Entry> = {}) => officeOf('docx', [{ name, data: Buffer.from(data), ...extra }])
  const comment = Buffer.concat([docx.subarray(0, -2), Buffer.from([1, 0, 33])])
  const unsupported = [415, 'document_unsupported'] as const
  const encrypted = [415, 'document_encrypted'] as const
  const unreadable = [422, 'file_unreadable'] as const
  const cases: [string, Buffer, readonly [number, string]][] = [
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), unsupported],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), unsupported],
    ['text', Buffer.from('血圧,128\n'), unsupported],
    ['a program', Buffer.from('MZ\x90\0', 'latin1'), unsupported],
    ['an Office document with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), encrypted],
    ['a PDF with a password', Buffer.from(pdf.toString().replace('/Root', '/Encrypt 9 0 R/Root')), encrypted],
    ['a PDF after HTML', Buffer.concat([Buffer.from('<html>'), pdf]), unsupported],
    ['a truncated PDF', pdf.subarray(0, 60), unreadable],
    ['a PDF with a script', Buffer.from(pdf.toString().replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(x)>>')), unsupported],
    ['another ZIP', zipOf([{ name: 'a.txt', data: Buffer.from('x') }]), unsupported],
    ['macros by name', docxWith('word/vbaProject.bin', 'x'), unsupported],
    ['macros by type', officeOf('docx', [], 'application/vnd.ms-word.document.macroEnabled.main+xml'), unsupported],
    ['macros under another name', docxWith('word/media/image1.png', Buffer.from('d0cf11e0a1b11ae1', 'hex')), unsupported],
    ['an archive within', docxWith('word/embeddings/a.bin', zipOf([{ name: 'a', data: Buffer.from('x') }])), unsupported],
    ['a program within', docxWith('word/a.bin', Buffer.from('MZ\x90\0\x03', 'latin1')), unsupported],
    ['a link', docxWith('word/link', '/etc/passwd', { mode: 0xa1ff0000 }), unsupported],
    ['a path traversal', docxWith('../../x', 'x'), unsupported],
    ['an encrypted entry', docxWith('word/a.xml', 'x', { flags: 1 }), encrypted],
    ['a false size', docxWith('word/a.xml', 'x', { declaredSize: 0x3fffffff }), unsupported],
    [
      'too many entries',
      officeOf(
        'docx',
        Array.from({ length: 3_000 }, (_, i) => ({ name: `word/${i}`, data: Buffer.from('x') })),
      ),
      unsupported,
    ],
    ['the same name twice', docxWith('WORD/document.xml', 'x'), unsupported],
    ['trailing bytes', Buffer.concat([docx, Buffer.from('<script>')]), unreadable],
    ['leading bytes', Buffer.concat([Buffer.from('PK\x03\x04'), docx]), unreadable],
    ['a ZIP comment', comment, unreadable],
    ['truncated', docx.subarray(0, -30), unreadable],
    ['corrupted', Buffer.concat([docx.subarray(0, 60), Buffer.from('xx'), docx.subarray(62)]), unreadable],
    ['empty', Buffer.alloc(0), unreadable],
    ['40,000 by 40,000', png(40_000, 40_000, deflateSync(Buffer.alloc(100_000))), [422, 'image_too_detailed']],
    ['too large', Buffer.concat([pdf, Buffer.alloc(20_000_001)]), [413, 'file_too_large']],
  ]
  const before = [countStoredFiles(), await messageCount()]
  for (const [name, content, expected] of cases) {
    const { status, body } = await sendFile(content, 'a.docx')
    expect([name, status, body.code]).toEqual([name, ...expected])
    expect(body.error).toMatch(/。$/)
  }
  const locked = Buffer.from(pdf.toString().replace('/Root', '/Encrypt 9 0 R/Root'))
  const { error } = (
    await send([
      { content: pdf, filename: 'a.pdf' },
      { content: locked, filename: 'C:\\診療\u202e\\紹介状.pdf' },
    ])
  ).body
  expect(error).toMatch(/^「紹介状\.pdf」はパスワードで保護されている.*パスワード（暗号化）を外して/)
  // a document in the old format is not taken for one with a password
  expect((await sendFile(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.doc')).body.code).toBe('document_unsupported')
  expect((await send([{ content: pdf, filename: 'a.jpg' }], { contentType: 'image' })).body.code).toBe('file_type_unsupported')
  // one invalid file rejects the whole message
  expect(
    (
      await send([
        { content: pdf, filename: 'a.pdf' },
        { content: Buffer.from('x'), filename: 'b.pdf' },
      ])
    ).status,
  ).toBe(415)
  expect([countStoredFiles(), await messageCount()]).toEqual(before)
})

test('lists the files of a room newest first without splitting a message between pages, only to people who may read the room', async () => {
  const jiro = await testApp.add({ role: 'patient', last_name: '次郎' })
  const { rows } = await testApp.context.db.execute<{ id: number }>(sql`
    with said as (insert into messages (patient_id, sender_id, body, content_type)
        select ${jiro.id}, ${nurse.id}, '', case when n = 14 then 'image' else 'file' end from generate_series(1, 15) n order by n returning id, content_type),
      kept as (insert into files (user_id, owner, key, kind, content_type, name, size)
        select ${jiro.id}, 'message', 'm' || id || 'n' || n, 'document', 'application/pdf', id || '-' || n || '.pdf', n from said, generate_series(1, 2) n order by id, n returning id, name),
      hung as (insert into message_files (message_id, patient_id, file_id) select split_part(name, '-', 1)::bigint, ${jiro.id}, id from kept order by id)
    select id from said where content_type = 'file' order by id desc`)
  const ids = rows.map(({ id }) => Number(id))
  const [room] = (await nurse.get(`/api/message_rooms/list?patient_id=${jiro.id}`)).body.items
  const page = async (member: Member, extra = '') => (await member.get(`/api/message_rooms/${room.id}/files${extra}`)).body
  const first = await page(jiro)
  expect([first.items.length, first.has_before]).toEqual([26, true])
  expect(first.items.map(({ name }: { name: string }) => name)).toEqual(ids.slice(0, 13).flatMap((id) => [`${id}-1.pdf`, `${id}-2.pdf`]))
  const rest = await page(jiro, `?before_id=${first.items.at(-1).message_id}`)
  expect([rest.items.map(({ message_id }: { message_id: number }) => message_id), rest.has_before]).toEqual([[ids[13], ids[13]], false])
  expect((await taro.get(`/api/message_rooms/${room.id}/files`)).status).toBe(404)

  const message = (await send([{ filename: '紹介状.pdf', content: pdf }])).body
  const [ownRoom] = (await nurse.get(`/api/message_rooms/list?patient_id=${hanako.id}`)).body.items
  const newest = async () => (await nurse.get(`/api/message_rooms/${ownRoom.id}/files`)).body.items[0]
  const found = await newest()
  const file = {
    name: '紹介状.pdf',
    size: pdf.length,
    content_type: 'application/pdf',
    message_id: message.id,
    published_at: message.published_at,
    sender: message.sender,
  }
  expect(found).toMatchObject(file)
  expect((await openFile(nurse, found.address)).rawPayload.equals(pdf)).toBe(true)
  await hanako.request('DELETE', `/api/messages/${message.id}`)
  expect((await newest())?.message_id).not.toBe(message.id)
})

test('enforces the room’s storage limit under concurrent uploads and frees space when a message is deleted', async () => {
  const { rows } = await testApp.context.db.execute<{ sum: string }>(sql`select coalesce(sum(size), 0) as sum from files where user_id = ${hanako.id}`)
  await testApp.context.db.execute(sql`insert into files (user_id, owner, key, kind, content_type, size)
    values (${hanako.id}, 'message', 'full', 'document', 'application/pdf', ${500_000_000 - Number(rows[0]!.sum) - 2 * pdf.length}), (${taro.id}, 'message', 'other', 'document', 'application/pdf', 400000000)`)
  const before = countStoredFiles()
  const responses = await Promise.all(Array.from({ length: 5 }, (_, i) => send([{ content: pdf, filename: `${i}.pdf` }])))
  expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 201, 'storage_full', 'storage_full', 'storage_full'])
  expect([countStoredFiles(), responses.find(({ status }) => status === 422)!.body.error]).toEqual([before + 2, expect.stringContaining('500MB')])
  const stored = responses.find(({ status }) => status === 201)!.body
  expect((await hanako.request('DELETE', `/api/messages/${stored.id}`)).status).toBe(204)
  expect([(await openFile(hanako, stored.files[0].address)).statusCode, countStoredFiles()]).toEqual([404, before + 1])
  expect((await sendFile(pdf, 'again.pdf')).status).toBe(201)
  // text does not count towards the limit
  expect((await hanako.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'いっぱいです' } })).status).toBe(201)
})

test('stores a file once when it is sent again with the same client_id', async () => {
  await testApp.context.db.execute(sql`delete from files where key = 'full'`)
  const extra = { client_id: 'outbox-file-1', body: '一度' }
  const first = await send([{ content: pdf, filename: 'a.pdf' }], { extra: extra })
  const before = countStoredFiles()
  expect((await send([{ content: pdf, filename: 'a.pdf' }], { extra: extra })).body).toMatchObject({ id: first.body.id, files: [{ name: 'a.pdf' }] })
  expect(countStoredFiles()).toBe(before)
})

test('rejects a message whose sender signs out while it is being sent and stores nothing', async () => {
  const before = [countStoredFiles(), await messageCount()]
  const now = performance.now.bind(performance)
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  for (const contentKind of ['picture', 'words'] as const) {
    const member = await testApp.signIn(hanako)
    const form = formOf({ patient_id: hanako.id }, 'images[]', { filename: 'a.png', content })
    const bytes = contentKind === 'picture' ? form.bytes() : Buffer.from(JSON.stringify({ patient_id: hanako.id, body: '退出のあとに' }))
    const slowBody = async function* () {
      yield bytes.subarray(0, 40)
      expect((await member.request('DELETE', '/api/sign_out')).status).toBe(204)
      // a request older than a second is authenticated again before it is handled
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_000)
      yield bytes.subarray(40)
    }
    const headers = {
      authorization: `Token token="${member.token}", email="${member.email}"`,
      'content-type': contentKind === 'picture' ? form.type : 'application/json',
    }
    const url = contentKind === 'picture' ? '/api/messages/image' : '/api/messages'
    const response = await testApp.app.inject({ method: 'POST', url, headers, payload: Readable.from(slowBody()) })
    vi.restoreAllMocks()
    expect([contentKind, response.statusCode, response.json().code]).toEqual([contentKind, 401, 'unauthenticated'])
  }
  expect([countStoredFiles(), await messageCount()]).toEqual(before)
})
