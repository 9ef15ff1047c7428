import { addReleases, listReleases, type ReleaseItem, type ReleaseOutcome, stopReleases } from '@sukoyaka/wire/boards/release-queue'
import type { Person } from '@sukoyaka/wire/people/account'
import { listTestPackageResults } from '@sukoyaka/wire/record/checkup'
import { listImageTestResults } from '@sukoyaka/wire/record/imaging'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { countUnsent } from '../../api/unsent/count.ts'
import { checkup } from '../../test/data/checkup.ts'
import { person } from '../../test/data/person.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ReleaseQueue } from './ReleaseQueue.tsx'
import { item, queueOf, version } from './test-data.ts'

let waiting: ReleaseItem[]
setUpNetwork()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  network.use(
    reply(listReleases, () => queueOf(waiting)),
    reply(listTestPackageResults, { items: [] }),
    reply(listImageTestResults, { items: [] }),
    reply(addReleases, ({ items }) => ({ items: items.map(({ id }): ReleaseOutcome => ({ id, outcome: 'held', reason: null })) })),
  )
})

const inRange = (id: number, name: string, comment: string | null, more: Partial<ReleaseItem> = {}) =>
  item(id, name, 'within', { checkup: checkup(id, '2026-11-12T00:00:00Z', { released_at: null, comment }), ...more })

test('a comment that was written for a checkup in range is shown and released with it, not replaced by the common one', async () => {
  waiting = [inRange(4, '健康', '薬を続けてください。'), inRange(6, '良好', null)]
  const { user, press } = show('nurse', <ReleaseQueue onContact={() => {}} alertOf={() => null} />)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '健康 花子さんへのコメント' })).value).toBe('薬を続けてください。')
  const release = async () => {
    await press('2件を公開')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('薬を続けてください。')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '2件を公開' }))
  }
  network.use(reply(addReleases, ({ items }) => ({ items: items.map(({ id }): ReleaseOutcome => ({ id, outcome: 'refused', reason: 'changed' })) })))
  await release()
  // without a comment of either kind, the server keeps what it has
  const own = { id: 4, version, comment: '薬を続けてください。' }
  await waitFor(() => expect(sent(addReleases)).toEqual([{ items: [own, { id: 6, version }] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(screen.getByRole('textbox', { name: '1件に共通のコメント' }), 'すべて基準内でした。')
  await release()
  await waitFor(() => expect(sent(addReleases)[1]).toEqual({ items: [own, { id: 6, version, comment: 'すべて基準内でした。' }] }))
})

test('a stored comment that is cleared gives way to the common one; without that it is deleted', async () => {
  waiting = [inRange(4, '健康', '薬を続けてください。')]
  const { user, press } = show('nurse', <ReleaseQueue onContact={() => {}} alertOf={() => null} />)
  await user.clear(await screen.findByRole('textbox', { name: '健康 花子さんへのコメント' }))
  expect(screen.getByRole('textbox', { name: '1件に共通のコメント' })).toBeTruthy()
  await press('1件を公開')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '1件を公開' }))
  await waitFor(() => expect(sent(addReleases)).toEqual([{ items: [{ id: 4, version, comment: null }] }]))
})

test('a comment typed for a checkup that then comes into range is released with it', async () => {
  waiting = [item(2, '異常', 'review')]
  const { user, press, store } = show('nurse', <ReleaseQueue onContact={() => {}} alertOf={() => null} />)
  await user.type(await screen.findByRole('textbox', { name: '患者へのコメント' }), '次の面談でお話しします。')
  const corrected = { ...inRange(2, '異常', null), version: `${version}1` }
  waiting = [corrected]
  store.dispatch(api.util.invalidateTags(['test_results']))
  await screen.findByRole('textbox', { name: '異常 花子さんへのコメント' })
  await press('1件を公開')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '1件を公開' }))
  await waitFor(() => expect(sent(addReleases)).toEqual([{ items: [{ id: 2, version: corrected.version, comment: '次の面談でお話しします。' }] }]))
})

test('text typed while a release is sent stays unsent', async () => {
  const answered = Promise.withResolvers<void>()
  const urgent = item(1, '至急', 'urgent')
  waiting = [{ ...urgent, checkup: { ...urgent.checkup, called_on: '2026-11-21' } }]
  network.use(
    reply(addReleases, async () => {
      await answered.promise
      return { items: [{ id: 1, outcome: 'held' as const, reason: null }] }
    }),
  )
  const { user } = show('nurse', <ReleaseQueue onContact={() => {}} alertOf={() => null} />)
  const comment = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '患者へのコメント' })
  await user.type(comment, 'お電話の{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(addReleases)).toEqual([{ items: [{ id: 1, version, comment: 'お電話の' }] }]))
  await user.type(comment, 'とおりです。')
  answered.resolve()
  await screen.findByText('60秒後に至急 花子さんへ公開します')
  expect(comment.value).toBe('お電話のとおりです。')
  expect(countUnsent({ id: 1, role: 'nurse' })?.forms).toHaveLength(1)
})

const stopBatch = async (held_by: Person) => {
  const hold = (comment: string) => ({ hold: { version, comment, held_by, releases_at: '2026-11-21T00:01:00.000Z', seconds_left: 42 } })
  const names = ['健康', '元気', '良好'] as const
  waiting = names.map((name, index) => inRange(index + 4, name, null, hold(index ? 'すべて基準内でした。' : '薬を続けてください。')))
  network.use(
    reply(stopReleases, ({ ids }) => {
      waiting = waiting.map((one) => ({ ...one, hold: null }))
      return { stopped_ids: ids }
    }),
  )
  const { press } = show('nurse', <ReleaseQueue onContact={() => {}} alertOf={() => null} />)
  await press('健康 花子、元気 花子、良好 花子への公開を止める')
}

test('stopping the release of checkups in range gives each its own comment back, and the shared one to the common field', async () => {
  await stopBatch(person(1, '小林', 'nurse'))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '健康 花子さんへのコメント' })).value).toBe('薬を続けてください。')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '2件に共通のコメント' }).value).toBe('すべて基準内でした。')
  expect(screen.queryByRole('textbox', { name: '元気 花子さんへのコメント' })).toBeNull()
})

test('stopping a batch that a colleague released gives each checkup its comment, so that no other gets the shared one', async () => {
  await stopBatch(person(3, '小林', 'nurse'))
  for (const [name, comment] of [
    ['健康', '薬を続けてください。'],
    ['元気', 'すべて基準内でした。'],
    ['良好', 'すべて基準内でした。'],
  ])
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: `${name} 花子さんへのコメント` })).value).toBe(comment)
  expect(screen.queryByRole('textbox', { name: /共通のコメント/ })).toBeNull()
})
