import type { PolicyKind } from '@sukoyaka/wire/people/account'
import { agreeToPrivacyPolicy, agreeToUsagePolicy, currentPrivacyPolicy, currentUsagePolicy, type Policy } from '@sukoyaka/wire/people/policy'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { selectSession } from '../../api/session.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { PolicyUpdatePage } from './PolicyUpdatePage.tsx'

setUpNetwork()
const policy: Policy = {
  id: 3,
  version: 2,
  title: 'プライバシーポリシー',
  summary: ['大事なこと'],
  body: '全文',
  changes: ['変わった点'],
  effective_on: '2026-10-01',
}
const usage: Policy = { ...policy, id: 4, title: '利用規約', changes: [] }
const agreed = { id: 1, version: 2, agreed_at: '2026-11-26T00:00:00.000Z' }

const open = (...kinds: PolicyKind[]) => {
  const view = show('patient', <PolicyUpdatePage kinds={kinds} />)
  return { ...view, pending: () => selectSession(view.store.getState()).policiesToAgree }
}
const agreement = (name: string) => screen.findByRole('checkbox', { name: `${name}に同意します` })

test('asks for consent to each new version, and sends nothing until the user agrees to all of them', async () => {
  network.use(
    reply(currentPrivacyPolicy, policy),
    reply(currentUsagePolicy, usage),
    reply(agreeToPrivacyPolicy, { ...agreed, privacy_policy_id: 3 }),
    reply(agreeToUsagePolicy, { ...agreed, usage_policy_id: 4 }),
  )
  const { user, press, pending } = open('privacy_policy', 'usage_policy')
  await user.click(await agreement('プライバシーポリシー'))
  await press('同意して続ける')
  await screen.findByText('同意が必要です。')
  expect(document.activeElement).toBe(await agreement('利用規約'))
  expect(sent(agreeToPrivacyPolicy)).toEqual([])
  await user.click(await agreement('利用規約'))
  await press('同意して続ける')
  await waitFor(() => expect(pending()).toEqual([]))
  expect([sent(agreeToPrivacyPolicy), sent(agreeToUsagePolicy)]).toEqual([[{ privacy_policy_id: 3 }], [{ usage_policy_id: 4 }]])
})

test('a newer version replaces the one being read, and the page asks for consent again', async () => {
  network.use(
    reply(currentPrivacyPolicy, policy, { once: true }),
    reply(currentPrivacyPolicy, { ...policy, id: 5, version: 3 }),
    reply(agreeToPrivacyPolicy, ({ privacy_policy_id }) =>
      privacy_policy_id === 5
        ? { ...agreed, privacy_policy_id }
        : failure(422, 'policy_outdated', '規約が新しくなりました。', { privacy_policy_id: ['not_allowed'] }),
    ),
  )
  const { user, press, pending } = open('privacy_policy')
  await user.click(await agreement('プライバシーポリシー'))
  await press('同意して続ける')
  await screen.findByText(/^第3版/)
  await screen.findByText(/さらに新しい版が出ました/)
  expect(((await agreement('プライバシーポリシー')) as HTMLInputElement).checked).toBe(false)
  await user.click(await agreement('プライバシーポリシー'))
  await press('同意して続ける')
  await waitFor(() => expect(pending()).toEqual([]))
})

test('a failed agreement says why and keeps the tick; a failed load can be retried', async () => {
  network.use(
    reply(currentPrivacyPolicy, () => failure(503, 'unavailable', '混み合っています。')),
    reply(agreeToPrivacyPolicy, () => failure(503, 'unavailable', '混み合っています。')),
  )
  const { user, press, pending } = open('privacy_policy')
  await screen.findByText('規約を読み込めませんでした。')
  network.use(reply(currentPrivacyPolicy, policy))
  await press('再試行')
  await user.click(await agreement('プライバシーポリシー'))
  await press('同意して続ける')
  await screen.findByText('混み合っています。')
  expect(((await agreement('プライバシーポリシー')) as HTMLInputElement).checked).toBe(true)
  expect(pending()).toBeUndefined()
})

test('continues if no version is in force any more', async () => {
  network.use(reply(currentPrivacyPolicy, () => failure(404, 'not_found', '見つかりません。')))
  const { pending } = open('privacy_policy')
  await waitFor(() => expect(pending()).toEqual([]))
})
