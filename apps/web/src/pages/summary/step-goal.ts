import type { HabitGoal } from '@sukoyaka/wire/care/habit'

const steps = /([\d０-９][\d０-９,，]{2,6})\s*(?:歩|보|steps)/i
const minSteps = 1_000
const maxSteps = 50_000

type Goal = Pick<HabitGoal, 'content' | 'achieved_on' | 'categories'>
const targetOf = ({ categories }: Goal) => categories.find(({ category_type }) => category_type === 'step')?.target ?? undefined
const stepsInText = ({ content }: Goal) => {
  const match = steps.exec(content)?.[1]
  return match && Number(match.normalize('NFKC').replaceAll(',', ''))
}

/** Daily steps of the first open goal with a number from `minSteps` to `maxSteps`: its target, otherwise the number in its text. Undefined if there is none. */
export const stepGoalOf = (goals: readonly Goal[]): number | undefined => {
  for (const goal of goals) {
    const count = goal.achieved_on ? undefined : (targetOf(goal) ?? stepsInText(goal))
    if (count && count >= minSteps && count <= maxSteps) return count
  }
  return undefined
}
