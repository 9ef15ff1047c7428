import { type AllergyReaction, addAllergyReaction, changeAllergyReaction, listAllergyReactions, removeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { invalidate } from '../../api/api.ts'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { AllergiesCard } from './AllergiesCard.tsx'
import { DrugAllergy } from './dialogs/DrugAllergy.tsx'
import { allergy } from './test-data.ts'

setUpNetwork()

let stored: AllergyReaction[]
beforeEach(() => {
  network.use(reply(listAllergyReactions, () => ({ items: stored })))
})

describe('no drug allergy', () => {
  const shownTo = async (role: 'doctor' | 'patient', ...reactions: Parameters<typeof allergy>[]) => {
    const { container, unmount } = show(role, <DrugAllergy reactions={reactions.map((row) => allergy(...row))} />)
    await waitFor(() => expect(container.textContent).not.toContain('allergy.'))
    const { textContent } = container
    unmount()
    return textContent
  }
  test('is shown to staff in other words than an allergy that nobody asked about', async () => {
    const none = [1, 'medicine', false] as const
    expect(await shownTo('doctor', [...none])).toBe('薬剤アレルギー なし・2026.10.01 本人の回答')
    expect(await shownTo('doctor', [...none, '', { is_self_reported: false }])).toBe('薬剤アレルギー なし・2026.10.01確認')
    expect(await shownTo('doctor', [2, 'food', false])).toBe('薬剤アレルギー 未確認')
    expect(await shownTo('doctor', [3, 'medicine', true, 'ペニシリン'])).toBe('薬剤アレルギー：ペニシリン')
    expect(await shownTo('patient', [2, 'food', false])).toBe('')
    const { container } = show('doctor', <DrugAllergy reactions={undefined} />)
    expect(container.textContent).toBe('')
  })

  test('is confirmed in one press; the first confirmation can be undone', async () => {
    stored = [allergy(2, 'food', false)]
    const added = allergy(9, 'medicine', false, '', {
      confirmed_at: new Date().toISOString(),
      is_self_reported: false,
      confirmed_by: { ...person(5, '中村'), first_name: '健一' },
    })
    network.use(
      reply(addAllergyReaction, () => {
        stored.push(added)
        return added
      }),
      reply(removeAllergyReaction, ({ id }) => {
        stored = stored.filter((row) => row.id !== id)
        return null
      }),
    )
    const { press } = show('doctor', <AllergiesCard user_id={1} />)
    const drug = () => screen.getByRole('region', { name: 'アレルギー' }).querySelector('dd')!.textContent
    await press('「なし」と確認')
    await waitFor(() => expect(drug()).toMatch(/^なし\d{4}\.\d\d\.\d\d 中村 健一が確認$/))
    expect(sent(addAllergyReaction)).toEqual([{ user_id: 1, kind: 'medicine', is_occured: false }])
    await press('元に戻す')
    await waitFor(() => expect(drug()).toBe('未確認「なし」と確認'))
    expect(sent(removeAllergyReaction)).toEqual([{ id: 9, updated_at: added.updated_at }])
  })

  test('can be confirmed again, with its version; an observer sees who said it and no button', async () => {
    stored = [allergy(3, 'medicine', false)]
    network.use(reply(changeAllergyReaction, () => stored[0]!))
    const observer = show('observer', <AllergiesCard user_id={1} />)
    await screen.findByText('2026.10.01 本人の回答')
    expect(screen.queryByRole('button')).toBeNull()
    observer.unmount()
    const { press } = show('nurse', <AllergiesCard user_id={1} />)
    await press('「なし」を再確認')
    await waitFor(() => expect(sent(changeAllergyReaction)).toEqual([{ id: 3, updated_at: stored[0]!.updated_at, is_occured: false }]))
  })
})

describe('if others change allergies while the form is open', () => {
  const version = { updated_at: '2026-10-02T00:00:00Z' }
  const pick = async (user: ReturnType<typeof show>['user'], kind: string, state: string) =>
    user.click(within(await screen.findByRole('radiogroup', { name: `${kind}の有無` })).getByRole('radio', { name: state }))
  beforeEach(() => {
    stored = [allergy(1, 'medicine', true, 'ペニシリン'), allergy(2, 'food', false)]
  })
  const openForm = async () => {
    const shown = show('doctor', <AllergiesCard user_id={1} />)
    await screen.findByText('ペニシリン')
    await shown.press('アレルギーを編集')
    await screen.findByRole('radiogroup', { name: '花粉の有無' })
    const others = async (...allergies: AllergyReaction[]) => {
      const count = sent(listAllergyReactions).length
      stored = allergies
      act(() => void shown.store.dispatch(invalidate(['allergy_reactions'])))
      await waitFor(() => expect(sent(listAllergyReactions)).toHaveLength(count + 1))
    }
    return { ...shown, others }
  }

  test('allergies that were not edited in the form are not sent', async () => {
    network.use(reply(addAllergyReaction, ({ kind, is_occured, description }) => allergy(100, kind, is_occured, description)))
    const { user, press, others } = await openForm()
    await others(allergy(1, 'medicine', true, 'セフェム', version), allergy(2, 'food', true, 'えび', version), allergy(3, 'asthma', true, '小児', version))
    await others(allergy(1, 'medicine', true, 'セフェム', version), allergy(2, 'food', true, 'えび', version))
    await screen.findByText('えび', { selector: 'dd' })
    await pick(user, '花粉', 'なし')
    await press('保存')
    await screen.findByText('アレルギーを保存しました')
    expect(sent(addAllergyReaction)).toEqual([{ user_id: 1, kind: 'pollen', is_occured: false, description: '' }])
    expect([...sent(changeAllergyReaction), ...sent(removeAllergyReaction)]).toEqual([])
  })

  test('a description that was recorded with more than 2,000 characters can be saved, but not made longer', async () => {
    const recorded = 'あ'.repeat(2_014)
    stored = [...stored, allergy(3, 'other', true, recorded)]
    network.use(reply(changeAllergyReaction, () => stored[0]!))
    const { user, press } = await openForm()
    const other = within(screen.getByRole('region', { name: 'その他' })).getByRole('textbox')
    await user.type(within(screen.getByRole('region', { name: '薬剤' })).getByRole('textbox'), 'で発疹')
    await user.type(other, 'い')
    await screen.findByText(/2,?014/)
    await user.type(other, '{Backspace}')
    await press('保存')
    await screen.findByText('アレルギーを保存しました')
    expect(sent(changeAllergyReaction)).toMatchObject([{ id: 1, description: 'ペニシリンで発疹' }])
  })

  test('edited allergies are sent with the version that the form started from; their saved state is shown, and the next save overwrites it', async () => {
    const conflict = () => failure(409, 'conflict', 'ほかの人が先に変更しました。')
    network.use(reply(changeAllergyReaction, conflict), reply(removeAllergyReaction, conflict))
    const { user, press, others } = await openForm()
    const text = () => within(screen.getByRole('region', { name: '薬剤' })).getByRole('textbox')
    await user.type(text(), 'で発疹')
    await pick(user, '食物', '未確認')
    await others(allergy(1, 'medicine', true, 'セフェム', version), allergy(2, 'food', true, 'えび', version))
    await screen.findByText('現在の記録：あり（セフェム）')
    await screen.findByText('現在の記録：あり（えび）')
    await press('保存')
    await screen.findByText('ほかの人が先に変更しました。')
    const old = { updated_at: '2026-10-01T00:00:00Z' }
    expect(sent(changeAllergyReaction)).toEqual([{ id: 1, ...old, is_occured: true, description: 'ペニシリンで発疹' }])
    expect(sent(removeAllergyReaction)).toEqual([{ id: 2, ...old }])
    network.use(reply(changeAllergyReaction, allergy(1, 'medicine', true)), reply(removeAllergyReaction, null))
    await press('再試行')
    await screen.findByText('現在の記録：あり（セフェム）')
    expect(text()).toHaveProperty('value', 'ペニシリンで発疹')
    await press('保存')
    await screen.findByText('アレルギーを保存しました')
    expect(sent(changeAllergyReaction)[1]).toEqual({ id: 1, ...version, is_occured: true, description: 'ペニシリンで発疹' })
    expect(sent(removeAllergyReaction)[1]).toEqual({ id: 2, ...version })
  })
})

test('a long list of drug allergies is cut until it is expanded; a short list is never cut', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `抗菌薬${i}（全身の発疹）`).join('、')
  const { press } = show('doctor', <DrugAllergy reactions={[allergy(1, 'medicine', true, names)]} />)
  const state = async (name: string) => (await screen.findByRole('button', { name })).getAttribute('aria-expanded')
  expect(await state('すべて表示')).toBe('false')
  await press('すべて表示')
  expect(await state('一部だけ表示')).toBe('true')
  show('doctor', <DrugAllergy reactions={[allergy(2, 'medicine', true, 'ペニシリン')]} />)
  await screen.findByText('ペニシリン')
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
