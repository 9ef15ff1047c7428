import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { result } from '../../../test/data/checkup.ts'
import { setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { History } from '../drawer/History.tsx'
import { gridOf } from '../grid/model.ts'
import type { Audience } from '../spoken.ts'
import { sample } from '../test-data.ts'
import { ComparisonSheet } from './ComparisonSheet.tsx'

setUpNetwork()
const newest = '2026-10-13T16:00:00Z'
/** The newest checkup: LDL is critical and above its range; HDL (critical) and glucose (not critical) have no range and so no status. */
const grid = gridOf({
  ...sample,
  today: sample.today.filter(({ category_id }) => category_id === 1),
  results: [
    ...sample.results.filter(({ recorded_at }) => recorded_at !== newest),
    result(21, 1, 262, newest, { test_package_id: 7, status: 1, is_serious: true }),
    result(22, 2, 11, newest, { test_package_id: 7, status: null, range_id: null, is_serious: true }),
    result(23, 3, 98, newest, { test_package_id: 7, status: null, range_id: null }),
  ],
})
const cellOf = async (value: number) => (await screen.findByText(value)).closest('td')!

const historyOf = (category_id: number, audience: Audience) => {
  const row = grid.groups.flatMap(({ rows }) => rows).find(({ category }) => category.id === category_id)!
  return <History row={row} grid={grid} audience={audience} mayWrite={false} />
}

describe('the comparison', () => {
  test('marks critical values and values without a status for staff', async () => {
    show('doctor', <ComparisonSheet grid={grid} keys={['p5', 'p7']} audience="staff" onClose={() => undefined} />)
    for (const [value, words] of [
      [262, '262H異常、基準より高い、至急連絡値'],
      [11, '11未判定、至急連絡値'],
      [98, '98未判定'],
    ] as const) {
      const cell = await cellOf(value)
      expect(cell.textContent).toBe(words)
      expect(cell.querySelector('svg')).toBeTruthy()
      expect(cell.querySelector('[class*=serious]') !== null).toBe(value !== 98)
    }
  })

  test('does not tell patients that a value is critical or has no status', async () => {
    show('patient', <ComparisonSheet grid={grid} keys={['p5', 'p7']} audience="patient" onClose={() => undefined} />)
    expect((await cellOf(262)).textContent).toBe('262H基準より高い')
    for (const value of [11, 98]) {
      const cell = await cellOf(value)
      expect(cell.textContent).toBe(`${value}`)
      expect(cell.querySelector('svg')).toBeNull()
    }
    expect(document.querySelector('[class*=serious]')).toBeNull()
  })
})

describe('the history of an item', () => {
  test('marks a critical value for staff', async () => {
    show('doctor', historyOf(2, 'staff'))
    const cell = await cellOf(11)
    expect(cell.textContent).toBe('11未判定、至急連絡値')
    expect(cell.querySelector('[class*=serious]')).toBeTruthy()
  })

  test('does not tell patients that a value is critical or has no status', async () => {
    show('patient', historyOf(2, 'patient'))
    const cell = await cellOf(11)
    expect(cell.textContent).toBe('11')
    expect(cell.querySelector('svg, [class*=serious]')).toBeNull()
  })
})
