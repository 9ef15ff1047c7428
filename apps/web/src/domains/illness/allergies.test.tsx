import { type AllergyReaction, addAllergyReaction, changeAllergyReaction, listAllergyReactions, removeAllergyReaction } from '@sukoyaka/wire/record/illness'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { person } from '../../test/data/person.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
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
  test('is told apart from an allergy that nobody asked about, to staff', async () => {
    const none = [1, 'medicine', false] as const
    expect(await shownTo('doctor', [...none])).toBe('薬剤アレルギー なし・2026.10.01確認')
    expect(await shownTo('doctor', [2, 'food', false])).toBe('薬剤アレルギー 未確認')
    expect(await shownTo('doctor', [3, 'medicine', true, 'ペニシリン'])).toBe('薬剤アレルギー：ペニシリン')
    expect(await shownTo('patient', [2, 'food', false])).toBe('')
    const { container } = show('doctor', <DrugAllergy reactions={undefined} />)
    expect(container.textContent).toBe('')
  })

  test('is confirmed in one press, which the first time can be undone', async () => {
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
  })

  test('is confirmed again, with its version; who cannot write sees who said it', async () => {
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

test('a long list of drug allergies is cut until somebody asks for all of it, a short one never', async () => {
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
