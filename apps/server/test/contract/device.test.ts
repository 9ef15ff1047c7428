// Black-box test of the authorization at Google, over HTTP, with the server that stands in for Google in the demo.
import { beforeAll, expect, test } from 'vitest'
import { type People, signInPeople } from './people.ts'

let requestAs: People['requestAs']
beforeAll(async () => {
  ;({ requestAs } = await signInPeople())
})

test('a patient grants two of four Google scopes and returns with code and state: the reply lists the two others; nobody else can use the state', async () => {
  const before = (await requestAs.patient('GET', '/api/google_api_tokens/unauthorized_scopes')).json
  expect([before.is_available, before.connected_at, before.items.length]).toEqual([true, null, 4])
  const { json } = await requestAs.patient('POST', '/api/google_api_tokens/authorizations', { body: {} })
  const url = new URL(json.url)
  const consent = await (await fetch(url)).text()
  expect(consent).toContain('fitness.activity.read')
  const fields = ['redirect_uri', 'state', 'code_challenge'].map((name) => [name, url.searchParams.get(name)!])
  const approval = new URLSearchParams([...fields, ...before.items.slice(2).map((scope: string) => ['scope', scope])])
  const back = await fetch(new URL('/approve', url), { method: 'POST', body: approval, redirect: 'manual' })
  const { search, pathname } = new URL(back.headers.get('location')!)
  expect(pathname).toBe('/settings/devices')
  const foreign = await requestAs.doctor('GET', `/authorized_google${search}`)
  expect([foreign.status, foreign.json.code]).toEqual([422, 'google_state_invalid'])
  const after = await requestAs.patient('GET', `/authorized_google${search}`)
  expect([after.status, after.json.items]).toEqual([200, before.items.slice(0, 2)])
  expect(Date.parse(after.json.connected_at)).not.toBeNaN()
})
