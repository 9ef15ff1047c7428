import type { HabitGoal } from '@sukoyaka/wire/care/habit'

const steps = /([\d０-９][\d０-９,，]{2,6})\s*(?:歩|보|steps)/i
const least = 1_000
const max = 50_000

type Goal = Pick<HabitGoal, 'content' | 'achieved_on' | 'categories'>
const targetOf = ({ categories }: Goal) => categories.find(({ category_type }) => category_type === 'step')?.target ?? undefined
const written = ({ content }: Goal) => {
  const found = steps.exec(content)?.[1]
  return found && Number(found.normalize('NFKC').replaceAll(',', ''))
}

/** Daily steps of an open goal: its target, otherwise the number in its text. */
export const stepGoalOf = (goals: readonly Goal[]): number | undefined => {
  for (const goal of goals) {
    const count = goal.achieved_on ? undefined : (targetOf(goal) ?? written(goal))
    if (count && count >= least && count <= max) return count
  }
  return undefined
}
