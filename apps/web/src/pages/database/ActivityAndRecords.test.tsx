import { listDailySleeps } from '@sukoyaka/wire/record/activity'
import { getDeviceSync } from '@sukoyaka/wire/record/device-day'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyLists, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { ActivityAndRecords } from './ActivityAndRecords.tsx'

setUpNetwork()

const { scrollIntoView } = Element.prototype
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView
})

test('a link to the self-records scrolls to them, another leaves the tab at its start', async () => {
  network.use(reply(listDailySleeps, { items: [] }), reply(getDeviceSync, { channels: [], sources: [], orders: { activity: [], sleep: [] } }), emptyLists)
  const scrolledTo: string[] = []
  Element.prototype.scrollIntoView = function () {
    scrolledTo.push(this.id)
  }
  const { unmount } = show('patient', <ActivityAndRecords user_id={1} />, { path: '/1/database?tab=activity' })
  await screen.findByRole('heading', { name: '自己記録' })
  expect(scrolledTo).toEqual([])
  unmount()
  show('patient', <ActivityAndRecords user_id={1} />, { path: '/1/database?tab=activity#health_records' })
  await screen.findByRole('heading', { name: '自己記録' })
  expect(scrolledTo).toEqual(['health_records'])
})
