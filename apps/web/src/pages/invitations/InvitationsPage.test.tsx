import { type Invitation, listInvitations, listSimilarPatients } from '@sukoyaka/wire/care/invitation'
import type { User } from '@sukoyaka/wire/people/account'
import { inviteUser, listInviteRequests, makeActivationSheet, repeatInvitation, revokeInvitation } from '@sukoyaka/wire/people/registration'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paged, pageOf } from '../../test/data/paged.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { InvitationsPage } from './InvitationsPage.tsx'

setUpNetwork()
const misao = {
  ...{ id: 7, role: 'patient' as const, last_name: '勅使河原', first_name: '美佐緒', icon: null },
  ...{ last_name_kana: 'テシガワラ', first_name_kana: 'ミサオ' },
}
const invitation: Invitation = {
  ...{ patient: misao, email: 'misao@example.com', birthday: null, state: 'opened', created_at: '2026-11-20T00:00:00Z' },
  ...{ sent_at: '2026-11-20T00:00:00Z', opened_at: '2026-11-21T03:00:00Z', expires_at: '2026-11-27T00:00:00Z', activated_at: null },
}
beforeEach(() => network.use(reply(listInviteRequests, paged([]))))

test('a nurse sees the state of an invitation, sends it again and revokes it', async () => {
  network.use(reply(listInvitations, paged([invitation])), reply(repeatInvitation, null), reply(revokeInvitation, null))
  const { press } = show('nurse', <InvitationsPage />)
  await screen.findByText('開封済み')
  screen.getByText(/11\.21 .*開封/)
  await press('勅使河原 美佐緒さんの招待の操作')
  screen.getByRole('menuitem', { name: '招待メールをもう一度送る' }).click()
  await screen.findByText('招待メールを送りました')
  await press('勅使河原 美佐緒さんの招待の操作')
  screen.getByRole('menuitem', { name: '招待を取り消す' }).click()
  within(await screen.findByRole('dialog', { name: '招待の取り消し' }))
    .getByRole('button', { name: '招待を取り消す' })
    .click()
  await screen.findByText('招待を取り消しました')
  expect([sent(repeatInvitation), sent(revokeInvitation)]).toEqual([[{ id: 7 }], [{ id: 7 }]])
})

test('a nurse corrects the address of an invitation; one that somebody has is rejected at its field', async () => {
  network.use(
    reply(listInvitations, paged([invitation])),
    reply(repeatInvitation, ({ email }) =>
      email === 'taro@example.com' ? failure(422, 'email_taken', '使われています。', { email: ['使われています。'] }) : null,
    ),
  )
  const { user, press } = show('nurse', <InvitationsPage />)
  await press('勅使河原 美佐緒さんの招待の操作')
  screen.getByRole('menuitem', { name: 'メールアドレスを訂正して送る' }).click()
  const enter = async (email: string) => {
    const field = await screen.findByRole('textbox', { name: /^メールアドレス/ })
    await user.clear(field)
    await user.type(field, email)
    await press('訂正して送る')
  }
  await enter('taro@example.com')
  await screen.findByText('使われています。')
  await enter('misao.t@example.com')
  await screen.findByText('招待メールを送りました')
  expect(sent(repeatInvitation)).toMatchObject([{ email: 'taro@example.com' }, { id: 7, email: 'misao.t@example.com' }])
})

test('a patient similar to a registered one is invited only after the nurse confirmed that they are two people; the invitation is printed', async () => {
  const sheet = { link: 'https://example.com/activate/abc', page: 'https://example.com/activate', email: 'm@example.com', code: '012345' }
  network.use(
    reply(listInvitations, paged([])),
    reply(listSimilarPatients, { items: [{ patient: misao, birthday: '1958-04-05', is_registered: true, likenesses: ['kana', 'birthday'] }] }),
    reply(inviteUser, { ...misao, id: 8 } as User),
    reply(makeActivationSheet, { ...sheet, expires_at: '2026-12-04T03:00:00Z', pdf: btoa('%PDF-1.7') }),
  )
  const { user, press } = show('nurse', <InvitationsPage />)
  await screen.findByText('登録待ちの方はいません')
  await press('患者を招待する')
  const dialog = within(await screen.findByRole('dialog'))
  const type = async (label: RegExp, text: string) => user.type(dialog.getByLabelText(label), text)
  await type(/^姓/, '勅使河原')
  await type(/^名/, '美佐緒')
  await type(/^せい/, 'てしがわら')
  await type(/^めい/, 'みさお')
  await type(/^生年月日/, 'S33.4.5')
  await type(/^メールアドレス/, 'm@example.com')
  await screen.findByText('同じ方がすでに登録されているかもしれません')
  expect(screen.queryByRole('combobox', { name: '役割' })).toBeNull()
  const mailLead = 'メールでリンクと6桁の番号をお送りします。7日間有効です。'
  dialog.getByText(mailLead)
  await user.click(screen.getByRole('radio', { name: '用紙を手渡す' }))
  expect(dialog.queryByText(mailLead)).toBeNull()
  dialog.getByText('招待は7日間有効です。')
  await waitFor(() => expect(screen.getByRole('button', { name: '招待して用紙を作る' })).toHaveProperty('disabled', false))
  await press('招待して用紙を作る')
  await screen.findByText('別の方であることを確かめてください。')
  expect(sent(inviteUser)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: '別の方であることを確かめました' }))
  await press('招待して用紙を作る')
  await screen.findByRole('dialog', { name: '登録のご案内の印刷' })
  await press('用紙を作る')
  await waitFor(() => expect(sent(makeActivationSheet)).toEqual([{ id: 8, language: 'ja' }]))
  expect(sent(inviteUser)).toEqual([expect.objectContaining({ role: 'patient', by: 'sheet', birthday: '1958-04-05', last_name_kana: 'てしがわら' })])
})

test('the list goes back a page when its last page becomes empty', async () => {
  const pages = [[invitation], [{ ...invitation, patient: { ...misao, id: 8, last_name: '東海林' } }]]
  network.use(
    reply(listInvitations, ({ page }) => pageOf(pages, page)),
    reply(repeatInvitation, null),
  )
  const { press } = show('nurse', <InvitationsPage />)
  await press('次のページ')
  await press('東海林 美佐緒さんの招待の操作')
  pages.pop()
  screen.getByRole('menuitem', { name: '招待メールをもう一度送る' }).click()
  await screen.findByRole('link', { name: '勅使河原 美佐緒' })
})

test('the confirmation that similar patients are other people does not cover a similar patient who is found after a correction', async () => {
  const similarTo = (id: number) => ({ items: [{ patient: { ...misao, id }, birthday: '1958-04-05', is_registered: true, likenesses: ['kana' as const] }] })
  network.use(
    reply(listInvitations, paged([])),
    reply(listSimilarPatients, ({ birthday }) => similarTo(birthday ? 9 : 7)),
  )
  const { user, press } = show('nurse', <InvitationsPage />)
  await press('患者を招待する')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^せい/), 'てしがわら')
  await user.type(dialog.getByLabelText(/^めい/), 'みさお')
  const confirmation = () => screen.findByRole<HTMLInputElement>('checkbox', { name: '別の方であることを確かめました' })
  await user.click(await confirmation())
  expect((await confirmation()).checked).toBe(true)
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: '招待メールを送る' })
  expect(submit.disabled).toBe(false)
  await user.type(dialog.getByLabelText(/^生年月日/), 'S33.4.5')
  // the patients similar to the corrected input are not loaded yet
  expect(submit.disabled).toBe(true)
  await waitFor(() => expect(submit.disabled).toBe(false))
  await waitFor(async () => expect((await confirmation()).checked).toBe(false))
})

test('an empty address is said to be missing, not to have a wrong form', async () => {
  network.use(reply(listInvitations, paged([])))
  const { user, press } = show('nurse', <InvitationsPage />)
  await press('患者を招待する')
  const dialog = within(await screen.findByRole('dialog'))
  await press('招待メールを送る')
  expect((await dialog.findAllByText('入力してください。')).length).toBe(3)
  await user.type(dialog.getByLabelText(/^メールアドレス/), 'misao@')
  dialog.getByText('メールアドレスの形式を確認してください。')
})

test('a patient is not invited while the search for similar patients fails; it can be tried again', async () => {
  network.use(
    reply(listInvitations, paged([])),
    reply(listSimilarPatients, () => failure(422, 'invalid', '確認できません。'), { once: true }),
    reply(listSimilarPatients, { items: [] }),
  )
  const { user, press } = show('nurse', <InvitationsPage />)
  await press('患者を招待する')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^電話/), '09012345678')
  await dialog.findByText(/登録されていないか確認できませんでした/)
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: '招待メールを送る' })
  expect(submit.disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: '再試行' }))
  await waitFor(() => expect(submit.disabled).toBe(false))
  expect(dialog.queryByText(/登録されていないか確認できませんでした/)).toBeNull()
})
