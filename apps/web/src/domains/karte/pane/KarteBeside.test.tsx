import { type KarteDraft, listKarteDrafts, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { KarteBeside } from './KarteBeside.tsx'
import { WriteButton } from './WriteButton.tsx'

setUpNetwork()

const patient = { last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', birthday: '1968-03-14' }
const page = (onSee = () => {}) => (
  <KarteBeside user_id={1} patient={patient} alert={<p>ペニシリン</p>}>
    <WriteButton />
    <button type="button" onClick={onSee}>
      検査結果
    </button>
  </KarteBeside>
)
const stubDrafts = () => {
  let items: KarteDraft[] = []
  network.use(
    reply(listKarteDrafts, () => ({ items })),
    reply(listKarteTemplates, { items: [] }),
    reply(saveKarteDraft, ({ memo }) => {
      items = [
        { id: 5, user_id: 1, interview_id: null, karte_id: null, karte_updated_at: null, memo, images: [], version: 1, updated_at: '2026-11-21T00:00:00.000Z' },
      ]
      return items[0]!
    }),
  )
}

test('the record can be used while a note is written beside it', async () => {
  stubDrafts()
  const onSee = vi.fn()
  const { user, press } = show('doctor', page(onSee))
  await press('カルテを書く')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const pane = screen.getByRole('dialog', { name: 'カルテを書く' })
  expect(pane.matches(':modal')).toBe(false)
  for (const part of ['佐伯 恵子 様', 'さえき けいこ', '1968.03.14生']) expect(within(pane).getByText(part)).toBeTruthy()
  // the header of the page shows the allergy
  expect(within(pane).queryByText('ペニシリン')).toBeNull()
  await user.type(field, '家庭血圧は130台。')
  await press('検査結果')
  expect(onSee).toHaveBeenCalledOnce()
  expect(field.value).toBe('家庭血圧は130台。')
})

test('Escape closes the pane, keeps the draft and returns the focus to the button', async () => {
  stubDrafts()
  const { user, press } = show('doctor', page())
  await press('カルテを書く')
  await user.type(await screen.findByRole('textbox', { name: '本文' }), '経過良好')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'カルテを書く' }))
  await press('カルテを書く')
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' }).value).toBe('経過良好'))
})

test('on a phone the sheet names the drug allergy, can be minimised to read the record, and restored with its text', async () => {
  stubDrafts()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const { user, press } = show('doctor', page())
  await press('カルテを書く')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '本文' })
  expect(within(screen.getByRole('dialog')).getByText('ペニシリン')).toBeTruthy()
  await user.type(field, '頭痛なし')
  await press('下げて記録を見る')
  await press('カルテに戻る')
  expect(field.isConnected && field.value).toBe('頭痛なし')
  vi.unstubAllGlobals()
})
