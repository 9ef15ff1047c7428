import { expect, test } from 'vitest'
import { openDays } from './hours.ts'

const at = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes })

test('groups consecutive weekdays with equal hours, keeps a lunch break as two times and treats days without hours as closed', () => {
  const hours = [1, 2, 4, 5].flatMap((day) => [at(day, '13:30', '17:00'), at(day, '08:30', '12:00')])
  expect(openDays([...hours, at(6, '08:30', '12:00')])).toEqual({
    open: [
      { from: 1, to: 2, times: ['08:30–12:00', '13:30–17:00'] },
      { from: 4, to: 5, times: ['08:30–12:00', '13:30–17:00'] },
      { from: 6, to: 6, times: ['08:30–12:00'] },
    ],
    closed: [3, 0],
  })
})
test('has no open days for a facility without hours', () => {
  expect(openDays([]).open).toEqual([])
})
