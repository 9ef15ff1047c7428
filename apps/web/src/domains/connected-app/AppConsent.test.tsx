import { answerAppRequest, describeAppRequest, listAppGrants, revokeAppGrant } from '@sukoyaka/wire/people/connected-app'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AppConsent, readRequest } from './AppConsent.tsx'
import { AppGrants } from './AppGrants.tsx'

setUpNetwork()

const query = new URLSearchParams({
  response_type: 'code',
  client_id: 'client-0001',
  redirect_uri: 'https://app.example.com/callback',
  scope: 'patient/*.rs offline_access',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 's1',
})

test('names the app and what it may read; “allow” opens the redirect URL of the reply', async () => {
  network.use(
    reply(describeAppRequest, { name: '健康手帳', scopes: ['patient/*.rs', 'offline_access'], redirect_uri: 'https://app.example.com/callback' }),
    reply(answerAppRequest, { redirect_to: 'https://app.example.com/callback?code=abc&state=s1' }),
  )
  const left: string[] = []
  const { press } = show('patient', <AppConsent request={readRequest(query)!} onLeave={(url) => left.push(url)} />)
  await screen.findByText('「健康手帳」が、次の情報の読み取りを求めています。')
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'ご自身の健康記録すべて',
    'アプリを閉じている間の読み取り（最長90日）',
  ])
  await press('許可する')
  await expect.poll(() => left).toEqual(['https://app.example.com/callback?code=abc&state=s1'])
  expect(sent(answerAppRequest)).toMatchObject([{ client_id: 'client-0001', state: 's1', is_approved: true }])
})

test('names resource types in words, unknown ones by their code', async () => {
  const scopes = ['patient/Observation.rs', 'patient/Media.r', 'user/AllergyIntolerance.read', 'launch/patient', 'patient/Observation.r', 'patient/Claim.rs']
  network.use(reply(describeAppRequest, { name: '健康手帳', scopes, redirect_uri: 'https://app.example.com/callback' }))
  show('patient', <AppConsent request={readRequest(query)!} onLeave={() => undefined} />)
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '健康記録のうち「検査結果・血圧・歩数・睡眠・生活習慣・症状・メモ」',
    '健康記録のうち「検査の画像・動画」',
    '閲覧できる健康記録すべてのうち「アレルギー」',
    '健康記録のうち「Claim」',
  ])
})

test.each([
  ['response_type', 'token'],
  ['code_challenge_method', 'plain'],
  ['redirect_uri', 'nowhere'],
  ['client_id', ''],
])('rejects a request with %s=%s', (name, value) => {
  const other = new URLSearchParams(query)
  other.set(name, value)
  expect(readRequest(other)).toBeUndefined()
})

test('revokes the permission of an app', async () => {
  let items = [{ id: 7, name: '健康手帳', scopes: ['patient/*.rs'], created_at: '2026-11-01T00:00:00.000Z', last_used_at: null }]
  network.use(
    reply(listAppGrants, () => ({ items })),
    reply(revokeAppGrant, () => {
      items = []
      return null
    }),
  )
  const { press } = show('patient', <AppGrants />)
  await press('許可を取り消す: 健康手帳')
  await screen.findByText('連携しているアプリはありません。')
  expect(sent(revokeAppGrant)).toMatchObject([{ id: 7 }])
})
