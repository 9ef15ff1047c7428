import { gzipSync } from 'node:zlib'

/** A request body. If `isRejected` is false, the server may accept it. */
export type RawBody = { name: string; body: Buffer; headers?: Record<string, string>; length?: number; isRejected: boolean }

const bomb = gzipSync(Buffer.alloc(100_000_000))
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

/** Bodies that are invalid for every call, and two that a server may accept. `text` is a valid body, `field` one of its text properties. */
export const brokenBodies = (text: string, field: string): RawBody[] => {
  const validBody = Buffer.from(text)
  const at = text.lastIndexOf('}')
  const withField = (value: Buffer) => Buffer.concat([bytes(`{"${field}":"`), value, bytes('"}')])
  const rejected = (name: string, body: Buffer | string, extra: Partial<RawBody> = {}): RawBody => ({
    name,
    body: Buffer.from(body as string),
    isRejected: true,
    ...extra,
  })
  return [
    rejected('an empty body', ''),
    rejected('cut short', validBody.subarray(0, -1)),
    rejected('cut in half', validBody.subarray(0, validBody.length / 2)),
    rejected('a Content-Length that is too high', validBody, { length: validBody.length + 10 }),
    rejected('a Content-Length that is too low', validBody, { length: validBody.length - 1 }),
    rejected('an empty object after it', `${text}{}`),
    rejected('the body twice', `${text}${text}`),
    rejected('a comment', `/* */${text}`),
    rejected('a comma before the last brace', `${text.slice(0, at)},}`),
    // an empty object has no quotes
    ...(text.includes('"') ? [rejected('single quotes', text.replaceAll('"', "'"))] : []),
    rejected('NaN', '{"user_id":NaN}'),
    rejected('a list', `[${text}]`),
    rejected('a text', JSON.stringify(text)),
    rejected('null', 'null'),
    rejected('a number', '1'),
    rejected('lists 100,000 deep', nested('[', ']', 100_000)),
    rejected('lists 100,000 deep that are not closed', '['.repeat(100_000)),
    rejected('objects 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    rejected('lists 100,000 deep in a field', `{"${field}":${nested('[', ']', 100_000)}}`),
    rejected('a number of 10 MB', `{"user_id":${'9'.repeat(10_000_000)}}`),
    rejected('a number of 900 kB', `{"user_id":${'9'.repeat(900_000)}}`),
    rejected('a text of 900 kB', `{"${field}":"${'あ'.repeat(300_000)}"}`),
    rejected('60,000 properties', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`),
    rejected('the same property 50,000 times', `{${'"nobody_knows":1,'.repeat(50_000)}"nobody_knows":1}`),
    rejected('a __proto__ property', `${text.slice(0, at)},"__proto__":{"role":"admin"}}`),
    rejected('an escaped __proto__ property', `${text.slice(0, at)},"\\u005f_proto__":{"role":"admin"}}`),
    rejected('a constructor property', `${text.slice(0, at)},"constructor":{"prototype":{"role":"admin"}}}`),
    rejected('UTF-16', Buffer.from(text, 'utf16le')),
    rejected('a byte that is no UTF-8', withField(bytes([0xff]))),
    rejected('half of a UTF-8 character', withField(bytes([0xe3, 0x81]))),
    rejected('a slash encoded in two bytes', withField(bytes([0xc0, 0xaf]))),
    rejected('a surrogate in UTF-8', withField(bytes([0xed, 0xa0, 0x80]))),
    rejected('half of a surrogate pair', `{"${field}":"\\ud800"}`),
    rejected('a NUL', `{"${field}":"a\\u0000b"}`),
    rejected('a control character', withField(bytes([0x01]))),
    rejected('a gzip bomb', bomb, { headers: { 'content-encoding': 'gzip' } }),
    rejected('gzip', gzipSync(text), { headers: { 'content-encoding': 'gzip' } }),
    rejected('declared as gzip', text, { headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' } }),
    rejected('declared as a text', text, { headers: { 'content-type': 'text/plain' } }),
    rejected('declared as a form', text, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    rejected('declared as multipart', text, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    rejected('without a content type', text, { headers: { 'content-type': '' } }),
    { name: 'a byte order mark', body: Buffer.concat([bytes([0xef, 0xbb, 0xbf]), validBody]), isRejected: false },
    { name: 'every property twice', body: bytes(`${text.slice(0, at)},${text.slice(text.indexOf('{') + 1)}`), isRejected: false },
  ]
}

/** Changes, cuts out, inserts or repeats some bytes. */
export const mutateBody = (text: string, chance: () => number): RawBody => {
  let body = Buffer.from(text)
  const changes = 1 + Math.floor(chance() * 4)
  for (let i = 0; i < changes; i++) {
    const at = Math.floor(chance() * body.length)
    const end = at + Math.floor(chance() * 8)
    const kind = Math.floor(chance() * 4)
    const random = Buffer.from(Array.from({ length: 1 + Math.floor(chance() * 3) }, () => Math.floor(chance() * 256)))
    if (kind === 0) body[at] = random[0]!
    else if (kind === 1) body = Buffer.concat([body.subarray(0, at), body.subarray(end)])
    else if (kind === 2) body = Buffer.concat([body.subarray(0, at), random, body.subarray(at)])
    else body = Buffer.concat([body.subarray(0, end), body.subarray(at)])
  }
  return { name: 'random changes', body, isRejected: false }
}

export type RawRequest = { name: string; parts: (string | Buffer)[]; responses?: number; isRejected: boolean }

/** HTTP requests that the server must reject, and two valid ones at the end. `hidden` is a smuggled request that only a confused parser sees. */
export const brokenFrames = ({ authorization, hidden }: { authorization: string; hidden: string }): RawRequest[] => {
  const head = (lines: string[], start = 'PATCH /api/users/me HTTP/1.1') =>
    `${[start, 'Host: 127.0.0.1', `Authorization: ${authorization}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`
  const rejected = (name: string, ...parts: (string | Buffer)[]): RawRequest => ({ name, parts, isRejected: true })
  const length = `Content-Length: ${hidden.length}`
  const chunked = 'Transfer-Encoding: chunked'
  const smuggled = `0\r\n\r\n${hidden}`
  const lineOf = (value: string) => head([value, 'Content-Length: 2'])
  return [
    rejected('two lengths', head(['Content-Length: 0', length]), hidden),
    rejected('two lengths, the other way round', head([length, 'Content-Length: 0']), hidden),
    rejected('a list of lengths', head([`Content-Length: 0, ${hidden.length}`]), hidden),
    ...['+2', '-1', '0x2', '2 2', '2a', '1e1', '９', '99999999999999999999'].map((value) =>
      rejected(`a length of ${value}`, head([`Content-Length: ${value}`]), '{}', hidden),
    ),
    rejected('a length and chunks', head([`Content-Length: ${smuggled.length}`, chunked]), smuggled),
    rejected('chunks and a length', head([chunked, 'Content-Length: 4']), smuggled),
    ...['xchunked', 'chunked, identity', 'chunked, chunked', 'identity', 'gzip', ' chunked x', '"chunked"', '\u000bchunked'].map((value) =>
      rejected(`an encoding of ${value}`, head([`Transfer-Encoding: ${value}`, 'Content-Length: 5']), smuggled),
    ),
    rejected('a blank before the colon', head(['Transfer-Encoding : chunked', `Content-Length: ${smuggled.length}`]), smuggled),
    rejected('a folded line', head(['Transfer-Encoding:\r\n chunked', 'Content-Length: 5']), smuggled),
    rejected('a line feed alone', head(['X-A: b\nTransfer-Encoding: chunked', `Content-Length: ${smuggled.length}`]), smuggled),
    rejected('a carriage return alone', head([`X-A: b\rContent-Length: 0`, length]), hidden),
    rejected('a carriage return in a header value', lineOf('X-A: a\rb'), '{}'),
    rejected('a NUL in a header value', lineOf('X-A: a\u0000b'), '{}'),
    rejected('a NUL in a header name', lineOf('X\u0000A: b'), '{}'),
    rejected('a Japanese header name', lineOf('名: b'), '{}'),
    rejected('a header line without a colon', lineOf('nothing'), '{}'),
    rejected('a chunk without a valid size', head([chunked]), 'x\r\n{}\r\n0\r\n\r\n'),
    rejected('a chunk of a negative size', head([chunked]), '-2\r\n{}\r\n0\r\n\r\n'),
    rejected('a chunk of a huge size', head([chunked]), 'ffffffffffffffff1\r\n{}\r\n0\r\n\r\n'),
    rejected('a chunk longer than its size', head([chunked]), `2\r\n{}${hidden}\r\n0\r\n\r\n`),
    rejected('a chunk with an extension of 100 kB', head([chunked]), `2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    rejected('headers of 100 kB', head([`X-A: ${'a'.repeat(100_000)}`, 'Content-Length: 2']), '{}'),
    rejected('10,000 headers', head(Array.from({ length: 10_000 }, (_, i) => `X-${i}: 1`)), '{}'),
    rejected('a URL with a query of 64 kB', head(['Content-Length: 2'], `PATCH /api/users/me?${'a'.repeat(65_536)}=1 HTTP/1.1`), '{}'),
    rejected('a URL with a path of 64 kB', head(['Content-Length: 2'], `PATCH /api/${'a/'.repeat(32_768)} HTTP/1.1`), '{}'),
    rejected('an unknown method', head([], 'HACK /api/users/me HTTP/1.1')),
    rejected('HTTP version 9.9', head([], 'GET /api/users/me HTTP/9.9')),
    rejected('no HTTP version', 'GET /api/users/me\r\n\r\n', hidden),
    rejected('no host', `GET /api/users/me HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n`),
    rejected('bytes that are no HTTP', Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7919) % 256))),
    rejected('the beginning of TLS', Buffer.from('160301020001000000', 'hex')),
    rejected('a URL with a blank', head([], 'GET /api/users/me /x HTTP/1.1')),
    rejected('a URL with ..', head([], 'GET /api/../../etc/passwd HTTP/1.1')),
    rejected('a URL that is no UTF-8', head([], 'GET /api/users/%ff HTTP/1.1')),
    rejected('CONNECT', head([], 'CONNECT 127.0.0.1:22 HTTP/1.1'), hidden),
    rejected('TRACE', head([], 'TRACE /api/users/me HTTP/1.1')),
    { name: 'an upgrade to WebSocket', parts: [head(['Upgrade: websocket', 'Connection: Upgrade'], 'GET /api/users/me HTTP/1.1')], isRejected: false },
    { name: 'three requests at once', parts: [head([], 'GET /api/users/me HTTP/1.1').repeat(3)], responses: 3, isRejected: false },
  ]
}
