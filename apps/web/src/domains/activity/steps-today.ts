import { addDays } from '@sukoyaka/rules/time'

export type Counted = { measured_on: string; count: number }
export type StepDay = { day: string; count: number | undefined }

const weekDays = 7

/** The seven days up to today, oldest first; `count` is undefined, not 0, on days without a record. */
export const weekOf = (items: readonly Counted[], today: string): StepDay[] => {
  const counts = new Map(items.map(({ measured_on, count }) => [measured_on, count]))
  return Array.from({ length: weekDays }, (_, at) => {
    const day = addDays(today, at - weekDays + 1)
    return { day, count: counts.get(day) }
  })
}

export type StepWords = { key: 'none' | 'toLowGoal' | 'toGoal' | 'toRecommended' | 'reached' | 'overRecommended'; count: number }

/**
 * Message key and number for today. The number is the steps left to the recommended number (unless the goal is lower), then the steps left to the goal,
 * and the goal itself once it is reached.
 */
export const wordsOfToday = (count: number | undefined, goal: number, recommended: number): StepWords => {
  if (count === undefined) return { key: 'none', count: 0 }
  if (count >= goal) return goal === recommended ? { key: 'overRecommended', count: recommended } : { key: 'reached', count: goal }
  if (count < recommended && goal >= recommended) return { key: 'toRecommended', count: recommended - count }
  return { key: goal < recommended ? 'toLowGoal' : 'toGoal', count: goal - count }
}

/** Filled share of the ring and the position of the recommended number on it, both from 0 to 1. Without a goal above that number there is no position. */
export const ringOf = (count: number, goal: number, recommended: number) => ({
  filled: Math.min(1, count / goal),
  mark: recommended < goal ? recommended / goal : undefined,
})
