import { currentPrivacyPolicy, currentUsagePolicy } from '@sukoyaka/wire/people/policy'
import { type Activation, activate, getActivation } from '@sukoyaka/wire/people/registration'
import { screen } from '@testing-library/react'
import { Route, Routes, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { convert } from '../../test/compose.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ActivationForm } from './ActivationForm.tsx'
import { ActivationPage } from './ActivationPage.tsx'

setUpNetwork()
const activation: Activation = {
  email: 'misao@example.com',
  role: 'patient',
  last_name: '',
  first_name: '',
  last_name_kana: '',
  first_name_kana: '',
  expires_at: '2026-11-28T00:00:00.000Z',
}
const policy = { id: 3, version: 2, title: '規約', summary: ['大事なこと'], body: '全文', changes: ['変わった点'], effective_on: '2026-10-01' }
const session = { id: 7, role: 'patient' as const, email: activation.email, first_name: '美佐緒', last_name: '勅使河原', access_token: 'secret' }

const open = (changes: Partial<Activation> = {}) =>
  show('patient', <ActivationForm token="token" activation={{ ...activation, ...changes }} policies={{ privacy_policy: policy }} onOutdated={() => {}} />)

test('the reading is filled in while a name is converted, but never replaces a typed reading', async () => {
  const { user, press } = open()
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  const last = await screen.findByLabelText(/^姓/)
  convert(last, ['て', 'てs', 'てしがわら'], '勅使河原')
  expect((screen.getByLabelText('せい（ふりがな）') as HTMLInputElement).value).toBe('てしがわら')
  await user.type(screen.getByLabelText('めい（ふりがな）'), 'みお')
  convert(screen.getByLabelText(/^名/), ['みさお'], '美佐緒')
  expect((screen.getByLabelText('めい（ふりがな）') as HTMLInputElement).value).toBe('みお')
  await user.clear(last)
  expect((screen.getByLabelText('せい（ふりがな）') as HTMLInputElement).value).toBe('')
})

test.each(['S33.4.5', '昭和33年4月5日', '19580405', '１９５８／４／５'])('reads the birthday %s and sends all input in one call', async (birthday) => {
  network.use(reply(activate, session))
  const { user, press } = open({ last_name: '勅使河原', first_name: '美佐緒' })
  await press('次へ進む')
  await screen.findByText('10文字以上にしてください。')
  await user.type(screen.getByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  // the next step shows no errors before something is typed
  expect((await screen.findByLabelText(/^生年月日/)).getAttribute('aria-invalid')).not.toBe('true')
  await user.type(screen.getByLabelText(/^生年月日/), birthday)
  await screen.findByText(/1958.04.05/)
  await press('次へ進む')
  await user.type(await screen.findByLabelText('町名・番地'), '雪ノ下')
  await press('次へ進む')
  await screen.findByText('変わった点')
  await press('登録を終える')
  await screen.findByText('同意が必要です。')
  await user.click(screen.getByRole('checkbox', { name: /同意します/ }))
  await press('登録を終える')
  await expect
    .poll(() => sent(activate))
    .toEqual([
      {
        token: 'token',
        password: 'mikan-umi-8ji',
        last_name: '勅使河原',
        first_name: '美佐緒',
        last_name_kana: '',
        first_name_kana: '',
        trust_device: false,
        birthday: '1958-04-05',
        address: { zip: '', prefecture: '', city: '', street: '雪ノ下', building: '' },
        privacy_policy_id: 3,
      },
    ])
})

test('staff are told the length that their passwords need', async () => {
  const { user, press } = open({ role: 'nurse' })
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8j')
  await press('次へ進む')
  await screen.findByText('13文字以上にしてください。')
})

test('a birthday in the future and a reading in kanji are rejected on the step where they are typed', async () => {
  const { user, press } = open({ last_name: '勅使河原', first_name: '美佐緒' })
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '2999-01-01')
  await user.type(screen.getByLabelText('せい（ふりがな）'), '勅使河原')
  await press('次へ進む')
  await screen.findByText('生年月日をご確認ください。')
  await screen.findByText('ひらがなかカタカナで入力してください。')
})

test.each(['patient', 'nurse'] as const)('only patients are told what the address is for: %s', async (role) => {
  const { user, press } = open({ role, last_name: '勅使河原', first_name: '美佐緒' })
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '1958-04-05')
  await press('次へ進む')
  await screen.findByLabelText('町名・番地')
  expect(screen.queryByText(/お届けする先です/) !== null).toBe(role === 'patient')
})

test('the input stays when the page is mounted again, as by a change of the language, until it is sent', async () => {
  const { user, press, unmount } = open({ last_name: '勅使河原', first_name: '美佐緒' })
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '19580405')
  unmount()
  const { press: pressAgain } = open({ last_name: '勅使河原', first_name: '美佐緒' })
  await pressAgain('次へ進む')
  expect((await screen.findByLabelText<HTMLInputElement>(/^生年月日/)).value).toBe('19580405')
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

function BrowserButtons() {
  const navigate = useNavigate()
  return (
    <>
      <input type="button" value="browser back" onClick={() => void navigate(-1)} />
      <input type="button" value="browser forward" onClick={() => void navigate(1)} />
      <input type="button" value="reload at the address" onClick={() => void navigate('.', { state: { step: 'address' } })} />
    </>
  )
}

test('“Back” of the browser leads to the step before and keeps the input', async () => {
  const { user, press } = show(
    'patient',
    <>
      <ActivationForm token="token" activation={{ ...activation, last_name: '勅使河原', first_name: '美佐緒' }} policies={{}} onOutdated={() => {}} />
      <BrowserButtons />
    </>,
  )
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '19580405')
  await press('browser back')
  expect((await screen.findByLabelText<HTMLInputElement>('新しいパスワード')).value).toBe('mikan-umi-8ji')
  await press('browser forward')
  expect((await screen.findByLabelText<HTMLInputElement>(/^生年月日/)).value).toBe('19580405')
})

test('a step whose earlier input was lost, as by a reload, leads to the first that is missing, which does not end while it is typed', async () => {
  const { user, press } = show(
    'patient',
    <>
      <ActivationForm token="token" activation={{ ...activation, last_name: '勅使河原', first_name: '美佐緒' }} policies={{}} onOutdated={() => {}} />
      <BrowserButtons />
    </>,
  )
  await press('reload at the address')
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji-asa')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '1958-04-05')
  await press('前に戻る')
  expect((await screen.findByLabelText<HTMLInputElement>('新しいパスワード')).value).toBe('mikan-umi-8ji-asa')
})

test('a policy that took effect meanwhile is loaded and has to be agreed to; all other input stays', async () => {
  const newer = { ...policy, id: 4, changes: ['新しい変更点'] }
  network.use(
    reply(getActivation, { ...activation, last_name: '勅使河原', first_name: '美佐緒' }),
    reply(currentPrivacyPolicy, policy, { once: true }),
    reply(currentPrivacyPolicy, newer),
    reply(currentUsagePolicy, () => failure(404, 'not_found', '')),
    reply(activate, ({ privacy_policy_id }) =>
      privacy_policy_id === newer.id ? session : failure(422, 'policy_outdated', '規約が新しくなりました。', { privacy_policy_id: ['選べません。'] }),
    ),
  )
  const { user, press } = show(
    'patient',
    <Routes>
      <Route path="/activate/:token" element={<ActivationPage />} />
    </Routes>,
    { path: '/activate/token' },
  )
  await user.type(await screen.findByLabelText('新しいパスワード'), 'mikan-umi-8ji')
  await press('次へ進む')
  await user.type(await screen.findByLabelText(/^生年月日/), '1958-04-05')
  await press('次へ進む')
  await user.type(await screen.findByLabelText('町名・番地'), '雪ノ下')
  await press('次へ進む')
  const agreement = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /同意します/ })
  await user.click(await agreement())
  await press('登録を終える')
  await screen.findByText('新しい変更点')
  expect((await agreement()).checked).toBe(false)
  await user.click(await agreement())
  await press('登録を終える')
  await expect
    .poll(() => sent(activate).map(({ password, privacy_policy_id }) => [password, privacy_policy_id]))
    .toEqual([
      ['mikan-umi-8ji', 3],
      ['mikan-umi-8ji', 4],
    ])
})
