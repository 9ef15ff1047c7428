// Black-box test over HTTP: imports nothing from `src`.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Ids } from './calls/call.ts'
import { type People, password, signInPeople } from './people.ts'

let server: People['server']
let requestAs: People['requestAs']
let token: string
let codeFor: People['codeFor']
let ownIds: Ids, otherIds: Ids

beforeAll(async () => {
  ;({
    server,
    requestAs,
    ownIds,
    otherIds,
    codeFor,
    tokens: { doctor: token },
  } = await signInPeople())
})

describe('request format', () => {
  const statusAndCode = async (path: string, request = requestAs.doctor) => {
    const { status, json } = await request('GET', path)
    return [status, json.code]
  }

  test('accepts version 1 of the media type and rejects other versions with 406', async () => {
    const response = await requestAs.doctor('GET', '/api/users/me', { headers: { accept: 'application/vnd.sukoyaka.v1+json' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.sukoyaka.v1+json; charset=utf-8'])
    for (const accept of ['application/json', '*/*'])
      expect((await requestAs.doctor('GET', '/api/users/me', { headers: { accept } })).headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect((await requestAs.doctor('GET', '/api/users/me', { headers: { accept: 'application/vnd.sukoyaka.v2+json' } })).json.code).toBe('version_unknown')
    expect((await requestAs.doctor('GET', '/api/users/me', { headers: { accept: 'application/vnd.sukoyaka.v2+json' } })).status).toBe(406)
  })

  test('returns a translated message, a code and the invalid fields of an error', async () => {
    const texts = { ja: '見つかりませんでした。', en: 'Not found.', kr: '찾을 수 없습니다.', ko: '찾을 수 없습니다.', 'fr, *': '見つかりませんでした。' }
    for (const [language, error] of Object.entries(texts))
      expect((await requestAs.doctor('GET', '/api/users/999999999', { headers: { 'accept-language': language } })).json).toEqual({ error, code: 'not_found' })
    const { status, json } = await requestAs.doctor('PATCH', '/api/users/me', {
      body: { first_name: '', phone_number: '12', sex: 'other' },
      headers: { 'accept-language': 'en' },
    })
    expect(status).toBe(422)
    expect(Object.keys(json).sort()).toEqual(['code', 'error', 'fields'])
    expect(json).toMatchObject({ code: 'invalid', fields: { first_name: [expect.any(String)], sex: [expect.any(String)] } })
  })

  test('the shown unit of a category with a range cannot become another unit', async () => {
    const list = '/api/admin/result_categories'
    const { items } = (await requestAs.admin('GET', `${list}?q=${encodeURIComponent('クレアチニン')}`)).json
    const { id, ...creatinine } = items.find(({ name_ja }: { name_ja: string }) => name_ja === 'クレアチニン')
    const texts = {
      ja: 'この単位による検査結果・基準範囲・換算・計算式があるため、別の単位には変更できません。',
      en: 'This can’t become another unit, because results, reference ranges, conversions or formulas are in the current one.',
      kr: '이 단위를 사용하는 검사 결과·기준 범위·환산·계산식이 있어 다른 단위로 변경할 수 없습니다.',
    }
    for (const [language, text] of Object.entries(texts)) {
      const body = { ...creatinine, unit_display: 'µmol/L' }
      const { status, json } = await requestAs.admin('PUT', `${list}/${id}`, { body, headers: { 'accept-language': language } })
      expect([status, json.code, json.fields]).toEqual([422, 'invalid', { unit_display: [text] }])
    }
  })

  test('accepts name, name[], name[key] and name[key][] in a query, but no deeper nesting', async () => {
    const { user } = ownIds
    for (const form of [
      `q[id_eq]=${user}`,
      `q[id_in][]=${user}`,
      `q%5Bid_in%5D%5B%5D=${user}`,
      `include[]=contracts&q[id_eq]=${user}`,
      `include=contracts,care_people&q[id_eq]=${user}`,
    ])
      expect((await requestAs.doctor('GET', `/api/users/patients?${form}`)).json.items.map((item: { id: number }) => item.id)).toEqual([user])
    for (const nested of ['q[id][eq]=1', 'q[id_in][][x]=1', 'q[][id]=1', 'q[a][b][c]=1', `user_ids[][x]=${user}`]) {
      const { status, json } = await requestAs.doctor('GET', `/api/users/patients?${nested}`)
      expect([nested, status, json.code]).toEqual([nested, 400, 'nested_query'])
    }
  })

  test('never fails with 5xx on an unreadable query', async () => {
    for (const path of ['/', '/healthz', '/api/sign_in', '/api/users/me', '/api/nothing', '/assets/nothing.js'])
      for (const query of ['a[b][c]=1', 'a[][b]=1', '%ff=1', 'a=%', '[=1', '__proto__[x]=1', 'a&a&a', 'x=1&'.repeat(1_300)])
        expect((await server.request('GET', `${path}?${query}`)).status).toBeLessThan(500)
    expect((await server.request('GET', '/readyz')).status).toBe(200)
  })

  test('a 400 names the invalid parameter', async () => {
    for (const [path, name] of [
      ['/api/users/patients?colour=red', 'colour'],
      ['/api/users/patients?q[colour_eq]=red', 'colour_eq'],
      ['/api/plans?page=1', 'page'],
      ['/api/message_rooms/list?role=boss', 'role'],
      ['/api/users/patients?include[]=password', 'include.0'],
      ['/api/users/patients?include=steps,orders', 'include.1'],
      ['/api/test_results?user_id=x', 'user_id'],
    ] as const) {
      const { status, json } = await requestAs.doctor('GET', path)
      expect([path, status]).toEqual([path, 400])
      expect(json.error).toContain(name)
    }
    const { status, json } = await requestAs.doctor('PATCH', '/api/users/me', { body: { role: 'admin' } })
    expect([status, json.code]).toEqual([400, 'unknown_parameter'])
    expect(json.error).toContain('role')
  })

  test('rejects invalid ids with 4xx', async () => {
    for (const invalidId of ['1e9', '-1', '01', '0', '1.0', '0x10', '９', '9999999999999999999', 'NaN', "1'", '%00', '%ff', 'null', ' 1', 'a'.repeat(400)])
      for (const path of [
        `/api/users/${invalidId}`,
        `/api/message_rooms/${invalidId}`,
        `/api/test_packages/${invalidId}/test_results`,
        `/api/test_results?user_id=${invalidId}`,
        `/api/contracts?user_ids[]=${invalidId}`,
        `/api/users/patients?q[id_eq]=${invalidId}`,
      ]) {
        const { status } = await requestAs.doctor('GET', path)
        expect(status >= 400 && status < 500, `${path} ${status}`).toBe(true)
      }
    expect(await statusAndCode('/api/test_results?user_id=1&user_id=2')).toEqual([400, 'malformed'])
  })

  test('rejects bodies that are too large, of another type or malformed', async () => {
    const send = async (rawBody: string, type = 'application/json') =>
      (await requestAs.doctor('PATCH', '/api/users/me', { raw: rawBody, headers: { 'content-type': type } })).status
    expect(await send(JSON.stringify({ first_name: 'あ'.repeat(400_000) }))).toBe(413)
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
      expect([type, await send('first_name=x', type)]).toEqual([type, 415])
    for (const rawBody of ['{', '{"a":}', '[]', '"x"', 'null', '', '{"__proto__":{"role":"admin"}}'])
      expect([rawBody, await send(rawBody)]).toEqual([rawBody, 400])
    expect(await send(JSON.stringify({ first_name: 'a\u0000b' }))).toBe(422)
  })

  test('returns 405 for a method that the path does not have; HEAD and OPTIONS get 404 or 405 without a CORS header', async () => {
    const response = await requestAs.doctor('DELETE', '/api/users/me')
    expect([response.status, response.json.code]).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'PATCH'])
    for (const method of ['HEAD', 'OPTIONS'])
      for (const path of ['/api/users/me', '/api/sign_out', `/api/test_results?user_id=${ownIds.user}`]) {
        const otherResponse = await requestAs.doctor(method, path)
        expect(`${method} ${path} ${otherResponse.status}`).toMatch(/ 40[45]$/)
        expect(otherResponse.headers.get('access-control-allow-origin')).toBeNull()
      }
    expect((await requestAs.doctor('GET', '/api/users/me')).status).toBe(200)
  })
})

describe('response format', () => {
  const keys = (value: object) => Object.keys(value).sort().join(' ')

  test('users, contracts, rooms and results have the fields of the specification', async () => {
    const user =
      'address birthday created_at email first_name first_name_kana icon id last_name last_name_kana payment_source phone_number policies_to_agree role sex updated_at'
    expect(keys((await requestAs.patient('GET', '/api/users/me')).json)).toBe(user)
    expect(keys((await requestAs.patient('GET', '/api/users/me?include[]=contracts')).json)).toBe(user.replace('created_at', 'contracts created_at'))
    const contracts = (await requestAs.doctor('GET', `/api/contracts?user_ids[]=${ownIds.user}&user_ids[]=${otherIds.user}&include[]=plan`)).json.items
    expect(keys(contracts[0])).toBe('auto_update coupon_id created_at ended_at id next_payment_date plan plan_id started_at updated_at user_id')
    expect(keys(contracts[0].plan)).toBe('auto_update billing_cycle contract_period display_name duration id name name_ja price service')
    expect(keys(contracts[0].plan.service)).toBe('chat display_name followup_checkup_count full_checkup_count id interview_count name name_ja')
    const room = (await requestAs.doctor('GET', `/api/message_rooms/${ownIds.room}`)).json
    expect(keys(room)).toBe(
      'assignee chat id last_message last_message_at last_read_message_id last_reminded_at next_remind_at patient unread_count unresponded_since',
    )
    expect(keys(room.patient)).toBe('birthday first_name first_name_kana icon id last_name last_name_kana plan sex')
    const [result] = (await requestAs.doctor('GET', `/api/test_results?user_id=${ownIds.user}&include[]=category`)).json.items
    expect(keys(result)).toBe(
      'category category_id comparator entered_unit entered_value id is_derived is_serious origin range_id recorded_at status test_id test_package_id type updated_at user_id value',
    )
    expect(keys(result.category)).toBe('decimals display_name group id name name_ja sort_number steps unit unit_display value_labels')
    expect(result.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await requestAs.patient('GET', `/api/message_rooms/${ownIds.room}`)).json.unresponded_since).toBeNull()
  })

  test('returns 25 items per page and next_page until the last page', async () => {
    const ids: number[] = []
    for (let page: number | null = 1; page; ) {
      const { json } = await requestAs.doctor('GET', `/api/message_rooms/list?page=${page}`)
      expect(keys(json)).toBe('items next_page page total_count')
      if (json.next_page) expect([json.items.length, json.next_page]).toEqual([25, page + 1])
      ids.push(...json.items.map((item: { id: number }) => item.id))
      page = json.next_page
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect((await requestAs.doctor('GET', '/api/message_rooms/list')).json.total_count).toBe(ids.length)
    for (const page of ['0', '-1', '1e1', 'x']) expect((await requestAs.doctor('GET', `/api/message_rooms/list?page=${page}`)).status).toBe(400)
  })

  test('returns 304 for an unchanged reply; patient data has no-store, reference data may be cached for one hour', async () => {
    for (const [path, cache] of [
      ['/api/message_rooms/list', 'no-store'],
      [`/api/test_results?user_id=${ownIds.user}`, 'no-store'],
      ['/api/test_categories', 'private, max-age=3600'],
    ] as const) {
      const first = await requestAs.doctor('GET', path)
      expect([path, first.headers.get('cache-control')]).toEqual([path, cache])
      const second = await requestAs.doctor('GET', path, { headers: { 'if-none-match': first.headers.get('etag')! } })
      expect([path, second.status, second.text]).toEqual([path, 304, ''])
    }
    expect((await requestAs.doctor('GET', '/api/test_categories')).headers.get('vary')?.toLowerCase()).toContain('accept-language')
  })

  test('sends security headers with API responses, errors, /healthz, /config.json and the mailbox page', async () => {
    for (const path of ['/api/users/me', '/api/nothing', '/healthz', '/config.json', '/dev/mailbox']) {
      const { headers } = await requestAs.doctor('GET', path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of [
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
      ])
        expect(policy.split('; ')).toContain(part)
      expect([
        headers.get('x-content-type-options'),
        headers.get('referrer-policy'),
        headers.get('cross-origin-opener-policy'),
        headers.get('cross-origin-resource-policy'),
      ]).toEqual(['nosniff', 'no-referrer', 'same-origin', 'same-origin'])
      expect(headers.get('x-request-id')).toBeTruthy()
    }
  })
})

describe('sign-in', () => {
  const email = 'observer@example.com'

  test('signs in with password and emailed code, on the trusted device without a code, and signs out', async () => {
    const first = await server.request('POST', '/api/sign_in_v2', { body: { email, password } })
    expect([first.status, Object.keys(first.json).sort()]).toEqual([200, ['challenge', 'expires_at', 'message', 'resend_at']])
    const otp = await codeFor(email)
    const wrongCode = await server.request('POST', '/api/auth_otp', {
      body: { email, challenge: first.json.challenge, otp: otp === '000000' ? '000001' : '000000' },
    })
    expect([wrongCode.status, wrongCode.json.code, wrongCode.json.tries_left]).toEqual([401, 'otp_invalid', 4])
    const signedIn = await server.request('POST', '/api/auth_otp', { body: { email, challenge: first.json.challenge, otp, trust_device: true } })
    expect(Object.keys(signedIn.json).sort()).toEqual(['access_token', 'email', 'first_name', 'id', 'last_name', 'role'])
    expect(signedIn.headers.get('set-cookie')).toMatch(/^device=[\w-]{43}; Max-Age=2592000; Path=\/api; HttpOnly; SameSite=Strict$/)
    const device = signedIn.headers.get('set-cookie')!.split(';')[0]!
    expect((await server.request('POST', '/api/sign_in_v2', { body: { email, password }, headers: { cookie: device } })).json).toMatchObject({
      email,
      role: 'observer',
      access_token: expect.any(String),
    })
    const request = server.requestAs(email, signedIn.json.access_token)
    expect((await request('GET', '/api/users/me')).status).toBe(200)
    expect((await request('DELETE', '/api/sign_out')).status).toBe(204)
    expect((await request('GET', '/api/users/me')).json.code).toBe('unauthenticated')
    expect((await requestAs.observer('GET', '/api/users/me')).status).toBe(200)
  })

  test('returns otp_required from the old endpoint, and the same error for a wrong password and an unknown email', async () => {
    expect((await server.request('POST', '/api/sign_in', { body: { email, password } })).json.code).toBe('otp_required')
    const wrongPassword = await server.request('POST', '/api/sign_in_v2', { body: { email, password: 'not-the-password' } })
    const unknownUser = await server.request('POST', '/api/sign_in_v2', { body: { email: 'nobody@example.com', password } })
    expect([wrongPassword.status, wrongPassword.json.code, unknownUser.text]).toEqual([401, 'credentials_invalid', wrongPassword.text])
  })

  test('rejects a token in another format or with another email', async () => {
    for (const authorization of [
      `Bearer ${token}`,
      `Token ${token}`,
      `Token token="${token}"`,
      `Token token="${token}", email="admin@example.com"`,
      `Token token="${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}", email="doctor@example.com"`,
      '',
    ])
      expect((await server.request('GET', '/api/users/me', { headers: { authorization } })).json.code).toBe('unauthenticated')
  })

  test('replays the response for a repeated Idempotency-Key and rejects another body with 422', async () => {
    const headers = { 'idempotency-key': 'b2d1f7a0-contract' }
    const body = { email: 'trainer@example.com', password }
    const first = await server.request('POST', '/api/sign_in_v2', { body, headers })
    const repeated = await server.request('POST', '/api/sign_in_v2', { body, headers })
    expect([repeated.status, repeated.text]).toEqual([first.status, first.text])
    const otherUser = await server.request('POST', '/api/sign_in_v2', { body: { ...body, email: 'nurse@example.com' }, headers })
    expect([otherUser.status, otherUser.json.code]).toEqual([422, 'idempotency_key_reused'])
  })
})
