import type { HabitGoal } from '@sukoyaka/wire/care/habit'

/** A number of steps, after a word for “in addition” if there is one, and not before such a word: `あと1,000歩`, `1,000歩多く`. */
const steps =
  /(あと|もう|さらに|プラス|[+＋]|더|extra|add|another)?\s*([\d０-９][\d０-９,，]{2,6})\s*(?:歩|보|steps)(?!\s*(?:を|ほど|くらい|ぐらい|ずつ)?(?:多|増|더|늘|more))/i
const minSteps = 1_000
const maxSteps = 50_000

type Goal = Pick<HabitGoal, 'content' | 'achieved_on' | 'categories'>
const stepsInText = ({ content }: Goal) => {
  const [, added, count] = steps.exec(content) ?? []
  return count && !added ? Number(count.normalize('NFKC').replaceAll(',', '')) : undefined
}
/** A goal for steps has only the target that it was given: none if it is relative, such as 1,000 more than now. */
const targetOf = (goal: Goal) => {
  const followed = goal.categories.find(({ category_type }) => category_type === 'step')
  return followed ? followed.target : stepsInText(goal)
}

/** Daily steps of the first open goal with a number from `minSteps` to `maxSteps`: the target of its steps, without them the number in its text. */
export const stepGoalOf = (goals: readonly Goal[]): number | undefined => {
  for (const goal of goals) {
    const count = goal.achieved_on ? undefined : targetOf(goal)
    if (count && count >= minSteps && count <= maxSteps) return count
  }
  return undefined
}
