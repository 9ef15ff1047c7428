import { addReleases, listReleases, type ReleaseItem, type ReleaseOutcome, stopReleases } from '@sukoyaka/wire/boards/release-queue'
import { listTestPackageResults } from '@sukoyaka/wire/record/checkup'
import { listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { countUnsent } from '../../api/unsent/count.ts'
import { category, checkup } from '../../test/data/checkup.ts'
import { person } from '../../test/data/person.ts'
import { stopTimers } from '../../test/fake-timers.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { item as boardItem } from '../today/test-data.ts'
import { ReleaseQueue } from './ReleaseQueue.tsx'
import { item, queueOf, version } from './test-data.ts'

const ldl = {
  result_id: 1,
  category: category(1, 'ldl_cholesterol', 'LDLコレステロール'),
  value: 190,
  comparator: null,
  recorded_at: version,
  status: 1 as const,
  is_serious: false,
  healthy: { min: 60, max: 119 },
  history: [{ recorded_at: version, value: 190, comparator: null }],
}
const boardRow = boardItem('waiting_release', 10, { subject_id: 1, serious_count: 1, untold_count: 1 })
const onContact = vi.fn()
const alertOf = (patient_id: number) => <p>薬剤アレルギー {patient_id}</p>
const all = [
  item(1, '至急', 'urgent', {
    board_row: boardRow,
    findings: { total: 5, unhealthy: 1, warning: 0, unknown: 1, notable: [{ ...ldl, status: null, is_serious: true }] },
  }),
  item(2, '異常', 'review', {
    checkup: checkup(2, '2026-11-12T00:00:00Z', {
      released_at: null,
      provider_judgements: [
        { name: '脂質判定', text: 'C', is_overall: false },
        { name: '血圧判定', text: 'A', is_overall: false },
        { name: '総合判定', text: '要精密検査', is_overall: true },
      ],
    }),
    findings: { total: 5, unhealthy: 1, warning: 2, unknown: 1, notable: [ldl] },
  }),
  item(3, '注意', 'review', { has_open_values: true, findings: { total: 5, unhealthy: 0, warning: 1, unknown: 0, notable: [] } }),
  item(4, '健康', 'within'),
  item(5, '元気', 'within'),
]
let waiting: ReleaseItem[]
setUpNetwork()
beforeEach(() => {
  waiting = all
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  network.use(
    reply(listReleases, () => queueOf(waiting, all.length - waiting.length)),
    reply(listTestPackageResults, { items: [] }),
    reply(listImageTestResults, { items: [] }),
    reply(addReleases, ({ items }) => {
      waiting = waiting.filter(({ checkup: { id } }) => id === 5 || !items.some((one) => one.id === id))
      return {
        items: items.map(({ id }): ReleaseOutcome => (id === 5 ? { id, outcome: 'refused', reason: 'changed' } : { id, outcome: 'held', reason: null })),
      }
    }),
  )
})

const pane = (name: string) => screen.findByRole('complementary', { name: `${name} 花子の結果` })
const inPane = async (name: string) => within(await pane(name))

test('shows each checkup with name, kana and birth date of the patient and the abnormal values, the urgent ones first', async () => {
  show('nurse', <ReleaseQueue importId={3} onContact={onContact} alertOf={alertOf} />)
  const groups = await screen.findAllByRole('heading', { level: 2, name: /件$/ })
  expect(groups.map((heading) => heading.textContent)).toEqual(['至急 1件', '異常・注意・未判定あり 2件', 'すべて基準内 2件'])
  const [urgent, abnormal, attention] = screen.getAllByRole('listitem')
  expect(urgent!.textContent).toContain('至急 花子かな はなこ1968.03.14 58歳 女性')
  expect(urgent!.textContent).toContain('連絡は未記録090-0000-1284')
  // a critical value without a status counts as unhealthy
  expect(urgent!.textContent).toContain('ほか 未判定1')
  expect(abnormal!.textContent).toContain('LDLコレステロール190mg/dLH')
  expect(abnormal!.textContent).toContain('ほか 注意2・未判定1')
  expect(attention!.textContent).toContain('取り込んでいない値あり')
  // the provider's own judgements have a label that says so; of the parts, those that need attention are shown
  expect(abnormal!.textContent).toContain('健診機関の判定総合判定要精密検査脂質判定C')
  expect(abnormal!.textContent).not.toContain('血圧判定')
  expect(screen.getByText('公開済み 0 / 5件')).toBeTruthy()
})

test('the pane shows the drug allergies of its patient, and the row of this patient is marked as shown', async () => {
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  expect((await inPane('至急')).getByText('薬剤アレルギー 10')).toBeTruthy()
  const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} 花子の結果を`) })
  expect([button('至急').textContent, button('異常').textContent]).toEqual(['表示中', '確認'])
  await user.click(button('異常'))
  expect((await inPane('異常')).getByText('薬剤アレルギー 20')).toBeTruthy()
  expect([button('至急').textContent, button('異常').textContent]).toEqual(['確認', '表示中'])
})

test('a contact that was handed over does not count as a try, a call that did not reach the patient does', async () => {
  const contact = { ...{ id: 1, user_id: 10, contacted_at: version, handed_to: null, note: '', created_at: version }, contacted_by: person(3, '佐藤') }
  const contacts = [{ ...contact, outcome: 'handed_over' as const }]
  waiting = [item(1, '至急', 'urgent', { board_row: { ...boardRow, contacts } })]
  const { unmount } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  expect(await screen.findByText('連絡は未記録')).toBeTruthy()
  unmount()
  waiting = [item(1, '至急', 'urgent', { board_row: { ...boardRow, contacts: [...contacts, { ...contact, id: 2, outcome: 'not_reached' }] } })]
  show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  expect(await screen.findByText('連絡 1回・未到達')).toBeTruthy()
})

test('an urgent checkup cannot be released before a contact is recorded', async () => {
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  const dialog = await inPane('至急')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '公開して次へ' }).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: '患者へのコメント' }), '{Control>}{Enter}{/Control}')
  expect(sent(addReleases)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '連絡を記録' }))
  expect(onContact).toHaveBeenCalledWith(boardRow)
})

test('once the call is recorded, an urgent checkup can be released on its own', async () => {
  waiting = all.map((one) => (one.group === 'urgent' ? { ...one, checkup: { ...one.checkup, called_on: '2026-11-21' } } : one))
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await user.click((await inPane('至急')).getByRole('button', { name: '公開して次へ' }))
  await waitFor(() => expect(sent(addReleases)).toEqual([{ items: [{ id: 1, version, comment: null }] }]))
  await pane('異常')
})

test('reviewed checkups are released together, each with its comment; editing a comment undoes the review', async () => {
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await user.click(await screen.findByRole('button', { name: '異常 花子の結果を確認' }))
  const comment = () => screen.getByRole('textbox', { name: '患者へのコメント' })
  await user.click(comment())
  await user.paste('次の面談で')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await pane('注意')
  expect(document.activeElement).toBe(comment())
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: '確認した2件を公開' })
  await user.click(screen.getByRole('button', { name: '異常 花子の結果を確認' }))
  await user.click(comment())
  await user.paste('お話しします。')
  await screen.findByRole('button', { name: '確認した1件を公開' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(await screen.findByRole('button', { name: '確認した2件を公開' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2件を公開しますか' }))
  expect(dialog.getByText('次の面談でお話しします。')).toBeTruthy()
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: '2件を公開' }))
  await waitFor(() =>
    expect(sent(addReleases)).toEqual([
      {
        items: [
          { id: 2, version, comment: '次の面談でお話しします。' },
          { id: 3, version, comment: null },
        ],
      },
    ]),
  )
  // the comments are with the server now
  await waitFor(() => expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined())
})

test('checkups in range are released together with one comment; a refused one is listed with the reason and stays in the queue', async () => {
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await user.click(await screen.findByRole('button', { name: '定型文を入れる' }))
  await user.click(screen.getByRole('button', { name: '2件を公開' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '2件を公開' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('heading').textContent).toBe('1件は公開できませんでした')
  expect(alert.getByRole('listitem').textContent).toContain('元気 花子')
  expect(alert.getByText('確認のあとに結果が変わりました')).toBeTruthy()
  const comment = '検査の結果は、すべて基準内でした。この調子で、いまの生活を続けていきましょう。'
  expect(sent(addReleases)).toMatchObject([
    {
      items: [
        { id: 4, comment },
        { id: 5, comment },
      ],
    },
  ])
  await screen.findByRole('heading', { name: 'すべて基準内 1件' })
})

test('signing out asks about the common comment until it is released; the next group begins without it', async () => {
  waiting = [item(4, '健康', 'within')]
  const { user, press } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await press('定型文を入れる')
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
  await press('1件を公開')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '1件を公開' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(countUnsent({ id: 1, role: 'nurse' })).toBeUndefined()
})

test('j and k move between the rows', async () => {
  const { user } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await pane('至急')
  await user.keyboard('j')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('至急 花子の結果を表示中')
  await user.keyboard('j')
  await pane('異常')
  await user.keyboard('k')
  await pane('至急')
})

test('a held release counts down and can be stopped, which restores its comment and review', async () => {
  const { advance, until } = stopTimers()
  const hold = { version, comment: '次の面談でお話しします。', held_by: person(3, '小林', 'nurse'), releases_at: '2026-11-21T00:01:00.000Z', seconds_left: 42 }
  const stopped = (one: ReleaseItem) => ({ ...one, hold: null })
  waiting = [{ ...all[1]!, hold }, { ...all[2]!, hold: { ...hold, comment: null } }, all[3]!]
  network.use(
    reply(stopReleases, ({ ids }) => {
      waiting = waiting.map((one) => (ids.includes(one.checkup.id) && one.checkup.id !== 3 ? stopped(one) : one)).filter(({ checkup: { id } }) => id !== 3)
      return { stopped_ids: [2] }
    }),
  )
  const { press } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await until(() => expect(screen.getByText('0:42')).toBeTruthy())
  expect(screen.queryByRole('button', { name: '異常 花子の結果を確認' })).toBeNull()
  await advance(2_000)
  expect(screen.getByText('0:40')).toBeTruthy()
  await press('異常 花子、注意 花子への公開を止める')
  await until(() => expect(screen.getByText('1件の公開を止めました')).toBeTruthy())
  expect(screen.getByText('1件はすでに公開していました')).toBeTruthy()
  expect(sent(stopReleases)).toEqual([{ ids: [2, 3] }])
  await until(() => expect(screen.getByRole('button', { name: '確認した1件を公開' })).toBeTruthy())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '患者へのコメント' }).value).toBe('次の面談でお話しします。')
})

test('a checkup that changed while its release was held no longer counts as reviewed once the release is stopped', async () => {
  const held_by = person(3, '小林', 'nurse')
  const hold = { version, comment: '次の面談でお話しします。', held_by, releases_at: '2026-11-21T00:01:00.000Z', seconds_left: 42 }
  const changed = { ...all[1]!, version: `${version}1` }
  waiting = [{ ...changed, hold }]
  network.use(
    reply(stopReleases, () => {
      waiting = [changed]
      return { stopped_ids: [2] }
    }),
  )
  const { press } = show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await press('異常 花子への公開を止める')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '患者へのコメント' })).value).toBe('次の面談でお話しします。')
  expect(screen.queryByRole('button', { name: '確認した1件を公開' })).toBeNull()
})

test('an empty queue says where its checkups come from and links there', async () => {
  network.use(reply(listReleases, queueOf([], all.length)))
  show('nurse', <ReleaseQueue onContact={onContact} alertOf={alertOf} />)
  await screen.findByText(/健診ファイルを取り込むか/)
  expect(screen.getByRole('link', { name: '健診ファイルを取り込む' }).getAttribute('href')).toBe('/imports')
  show('nurse', <ReleaseQueue importId={3} onContact={onContact} alertOf={alertOf} />)
  expect((await screen.findByRole('link', { name: '公開待ちをすべて見る' })).getAttribute('href')).toBe('/releases')
  expect(screen.getByText('この取込から公開した健診：5件')).toBeTruthy()
})
