import { addTodayReview, getToday, listTodaySection, type TodayItem, todaySections } from '@sukoyaka/wire/boards/today'
import { addUrgentContact, removeUrgentContact, type UrgentContact } from '@sukoyaka/wire/boards/urgent-contact'
import { listUsers } from '@sukoyaka/wire/people/account'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { useGetTodayQuery } from './api.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { SectionCard } from './SectionCard.tsx'
import { item, ldl } from './test-data.ts'
import { useRowShortcuts } from './use-row-shortcuts.ts'

setUpNetwork()

const nurse = person(3, '小林', 'nurse')
const tried: UrgentContact = {
  id: 8,
  user_id: 1,
  outcome: 'not_reached',
  contacted_at: '2026-11-21T01:20:00.000Z',
  contacted_by: nurse,
  handed_to: null,
  note: '留守番電話',
  created_at: '2026-11-21T01:20:00.000Z',
}
const fever = { ...ldl, display_name: '体温', unit_display: '℃', decimals: 1, value: 41, is_serious: true, previous_value: null, healthy: { min: 36, max: 37 } }
const urgent = item('newly_abnormal', 1, { findings: [fever], count: 1, serious_count: 1, untold_count: 1, phone_number: '09012345678' })

let items: TodayItem[]
beforeEach(() => {
  items = [urgent]
  network.use(
    reply(getToday, () => ({
      scope: 'mine' as const,
      patient_count: 1,
      sections: todaySections.map((section) => {
        const own = items.filter((item) => item.section === section)
        return { section, items: own, next_page: null, total_count: own.length, reviewed_count: 0 }
      }),
    })),
    reply(listUsers, paged([{ ...nurse, email: 'n@example.com', deactivated_at: null, is_registered: true }])),
    reply(addTodayReview, () => failure(422, 'contact_required', '患者に伝えた結果を記録してください。')),
    reply(addUrgentContact, ({ outcome }) => {
      const contact = { ...tried, outcome }
      items = outcome === 'reached' ? [] : [{ ...urgent, contacts: [contact] }]
      return contact
    }),
    reply(removeUrgentContact, () => {
      items = [urgent]
      return null
    }),
  )
})

function Board() {
  const { data } = useGetTodayQuery({ scope: 'mine' })
  const [contactFor, setContactFor] = useState<TodayItem>()
  const ref = useRowShortcuts(true)
  return (
    <div ref={ref}>
      {data?.sections.slice(0, 1).map((section) => (
        <SectionCard key={section.section} section={section} scope="mine" mayReview onContact={setContactFor} />
      ))}
      {contactFor ? <ContactDialog item={contactFor} onClose={() => setContactFor(undefined)} /> : null}
    </div>
  )
}
const showBoard = async () => {
  const shown = show('nurse', <Board />)
  await screen.findByText('至急連絡')
  return shown
}
const dialogOf = async () => within(await screen.findByRole('dialog', { name: /至急連絡の記録/ }))

test('an urgent row has no review button; its contact button opens a dialog with the value and the phone number that asks for the outcome', async () => {
  const { press } = await showBoard()
  expect(screen.queryByRole('button', { name: /確認済みにする/ })).toBeNull()
  await press('佐伯 恵子1への至急連絡を記録')
  const dialog = await dialogOf()
  expect(dialog.getByText('佐伯 恵子1 様')).toBeTruthy()
  expect(dialog.getByText('体温')).toBeTruthy()
  expect(dialog.getByRole('link', { name: '090-1234-5678' }).getAttribute('href')).toBe('tel:09012345678')
  await press('記録する')
  await dialog.findByText('結果を選んでください')
  expect(sent(addUrgentContact)).toEqual([])
})

test('the row shows three of four critical values, the contact dialog all of them', async () => {
  const findings = [1, 2, 3, 4].map((n) => ({ ...fever, category_id: 100 + n, display_name: `項目${n}` }))
  items = [item('newly_abnormal', 1, { findings, count: 5, serious_count: 4, untold_count: 4 })]
  const { press } = show('nurse', <Board />)
  await screen.findByText('ほか2項目')
  expect(screen.queryByText('項目4')).toBeNull()
  await press('佐伯 恵子1への至急連絡を記録')
  const dialog = await dialogOf()
  expect(dialog.getByText('項目4')).toBeTruthy()
  expect(dialog.queryByText(/^ほか\d/)).toBeNull()
  expect(dialog.getByText('電話番号は未登録です')).toBeTruthy()
})

test('once the patient was told of all critical values, the dialog has no phone number and does not say that none is known', async () => {
  show('nurse', <ContactDialog item={item('waiting_release', 1, { findings: [fever], count: 20, serious_count: 1, untold_count: 0 })} onClose={() => {}} />)
  expect((await dialogOf()).getByText('体温')).toBeTruthy()
  expect(screen.queryByText('電話番号は未登録です')).toBeNull()
})

test('after a failed attempt the row stays and shows its time; once the patient is reached the row disappears, and undo brings it back', async () => {
  const { user, press } = await showBoard()
  await press('佐伯 恵子1への至急連絡を記録')
  await user.click((await dialogOf()).getByRole('radio', { name: '電話した・つながらなかった' }))
  await user.type(screen.getByRole('textbox', { name: /内容/ }), '留守番電話')
  await press('記録する')
  await screen.findByText(/1回目 10:20 つながらず/)
  expect(sent(addUrgentContact)).toMatchObject([{ user_id: 1, section: 'newly_abnormal', version: urgent.version, outcome: 'not_reached', note: '留守番電話' }])
  await press('佐伯 恵子1への至急連絡を記録')
  await user.click((await dialogOf()).getByRole('radio', { name: '電話した・つながった' }))
  await press('記録する')
  await waitFor(() => expect(screen.queryByText('体温')).toBeNull())
  await press('元に戻す')
  await screen.findByText('体温')
  expect(sent(removeUrgentContact)).toEqual([{ id: 8 }])
})

test('values that arrive while the user calls reject the record once; the dialog then shows them, names the difference and sends their version', async () => {
  const { user, press } = await showBoard()
  await press('佐伯 恵子1への至急連絡を記録')
  await user.click((await dialogOf()).getByRole('radio', { name: '電話した・つながった' }))
  await user.type(screen.getByRole('textbox', { name: /内容/ }), '受診を勧めた')
  const potassium = { ...fever, category_id: 102, display_name: 'カリウム' }
  const higher = { ...fever, value: 41.2, comparator: '>' as const }
  const changed = { ...urgent, version: '2026-11-11T00:00:00.000Z', findings: [potassium, higher], count: 2, serious_count: 2, untold_count: 2 }
  const other = item('newly_abnormal', 2, { findings: [fever], serious_count: 1, untold_count: 1 })
  items = [changed]
  network.use(
    reply(listTodaySection, ({ page = 1 }) => ({
      items: page === 1 ? [other] : [changed],
      page,
      next_page: page === 1 ? 2 : null,
      total_count: 2,
      reviewed_count: 0,
    })),
    reply(addUrgentContact, ({ version, outcome }) =>
      version === changed.version ? { ...tried, outcome } : failure(409, 'conflict', 'ほかの人が先に変更しました。'),
    ),
  )
  await press('記録する')
  const alert = within(await (await dialogOf()).findByRole('alert'))
  const changes = await alert.findAllByRole('listitem')
  expect(changes.map(({ textContent }) => textContent)).toEqual(['体温 41.0 → >41.2 ℃', 'カリウム 41.0 ℃（新しい値）'])
  expect(within((await dialogOf()).getByRole('region', { name: '患者に伝える値' })).getByText('カリウム')).toBeTruthy()
  await press('記録する')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(addUrgentContact)).toMatchObject([
    { version: urgent.version, note: '受診を勧めた' },
    { version: changed.version, note: '受診を勧めた' },
  ])
})

test('a value that was corrected or deleted while the user calls is named too; another value is not', async () => {
  const [potassium, sodium] = ['カリウム', 'ナトリウム'].map((display_name, at) => ({ ...fever, category_id: 102 + at, display_name }))
  const row = { ...urgent, findings: [fever, potassium!, sodium!], serious_count: 3 }
  const corrected = { ...fever, value: 38.1, is_serious: false }
  network.use(
    reply(listTodaySection, { items: [{ ...row, findings: [sodium!, corrected] }], page: 1, next_page: null, total_count: 1, reviewed_count: 0 }),
    reply(addUrgentContact, () => failure(409, 'conflict', 'ほかの人が先に変更しました。')),
  )
  const { user, press } = show('nurse', <ContactDialog item={row} onClose={() => {}} />)
  await user.click((await dialogOf()).getByRole('radio', { name: '電話した・つながった' }))
  await press('記録する')
  const alert = within(await screen.findByRole('alert'))
  const changes = await alert.findAllByRole('listitem')
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    '体温 41.0 → 38.1 ℃',
    'カリウム 41.0 ℃（この行にはなくなりました：訂正、連絡済み、または別の区分）',
  ])
})

test('a row that has left its section says so, and the note stays', async () => {
  const { user, press } = await showBoard()
  await press('佐伯 恵子1への至急連絡を記録')
  await user.click((await dialogOf()).getByRole('radio', { name: '電話した・つながった' }))
  await user.type(screen.getByRole('textbox', { name: /内容/ }), '受診を勧めた')
  items = []
  network.use(
    reply(listTodaySection, { items: [], page: 1, next_page: null, total_count: 0, reviewed_count: 0 }),
    reply(addUrgentContact, () => failure(409, 'conflict', 'ほかの人が先に変更しました。')),
  )
  await press('記録する')
  await (await dialogOf()).findByText(/^この行は一覧にありません/)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /内容/ }).value).toBe('受診を勧めた')
})

test('handing over needs a colleague from the list', async () => {
  const { user, press } = await showBoard()
  await press('佐伯 恵子1への至急連絡を記録')
  await user.click((await dialogOf()).getByRole('radio', { name: 'ほかの担当者に引き継いだ' }))
  await press('記録する')
  await screen.findByText('引き継ぎ先を一覧から選んでください')
  await user.type(screen.getByRole('combobox', { name: /引き継ぎ先/ }), '小林')
  await user.click(await screen.findByRole('option', { name: /小林/ }))
  await press('記録する')
  await waitFor(() => expect(sent(addUrgentContact)).toMatchObject([{ outcome: 'handed_over', handed_to: 3 }]))
})

test('the dialog of a checkup that waits for its release names the values to tell the patient, with their ranges', async () => {
  const waiting = item('waiting_release', 1, { name: '秋の健診', findings: [fever], count: 20, serious_count: 1, untold_count: 1 })
  show('nurse', <ContactDialog item={waiting} onClose={() => {}} />)
  const known = within(await screen.findByRole('region', { name: '患者に伝える値' }))
  expect(known.getByText('秋の健診')).toBeTruthy()
  expect(known.getByText('体温').parentElement?.textContent).toContain('41.0')
  expect(known.getByText('基準 36.0–36.9')).toBeTruthy()
})

test('a row shows the day of a value that was measured on another day than the row, and the newest value of its item; the dialog shows the day and time of each critical value', async () => {
  const earlier = {
    ...fever,
    category_id: 2,
    display_name: 'カリウム',
    recorded_at: '2026-11-06T15:00:00.000Z',
    later: { value: 36.5, recorded_at: '2026-11-08T00:00:00.000Z' },
  }
  items = [{ ...urgent, findings: [fever, earlier], count: 2, serious_count: 2, untold_count: 2 }]
  const { press } = show('nurse', <Board />)
  // the time of this checkup is not known
  await screen.findByText('2026.11.07の値')
  screen.getByText('その後 36.5（2026.11.08）')
  expect(screen.queryByText('2026.11.10 09:00の値')).toBeNull()
  await press('佐伯 恵子1への至急連絡を記録')
  const dialog = await dialogOf()
  dialog.getByText('2026.11.07の値')
  dialog.getByText('2026.11.10 09:00の値')
})
