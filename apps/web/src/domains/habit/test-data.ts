import { wordSearchText } from '@sukoyaka/rules/search'
import {
  addHabitGoal,
  changeHabitGoal,
  type GoalDay,
  type HabitGoal,
  type HabitGoalTemplate,
  listHabitGoals,
  listHabitGoalTemplates,
  removeHabitGoal,
  tickHabitGoalDay,
} from '@sukoyaka/wire/care/habit'
import { screen } from '@testing-library/react'
import { goal } from '../../test/data/goal.ts'
import { network, reply } from '../../test/network.ts'

const template = (id: number, kind: HabitGoalTemplate['kind'], content: string): HabitGoalTemplate => ({
  id,
  name: `${kind}_${id}`,
  kind,
  content,
  content_search: wordSearchText({ text: content }),
  days_per_week: 5,
  categories: [],
  sort_number: id,
})
const templates = [template(11, 'meal', '朝食を毎日食べる'), template(12, 'sport', '1日8,000歩歩く')]

/** The week up to 2026-11-21 as `o` done, `x` not done, `.` not recorded. */
export const week = (marks: string): GoalDay[] =>
  [...marks].map((mark, at) => ({ day: `2026-11-${15 + at}`, done: mark === '.' ? null : mark === 'o', source: mark === '.' ? null : 'person' }))

/** Answers all calls about goals from these goals, which the calls change. */
export const storeGoals = (...initial: HabitGoal[]) => {
  let goals = initial
  const change = (id: number, changed: (row: HabitGoal) => Partial<HabitGoal>) => {
    goals = goals.map((row) => (row.id === id ? { ...row, ...changed(row) } : row))
    return goals.find((row) => row.id === id)!
  }
  network.use(
    reply(listHabitGoals, () => ({ items: [...goals.filter((row) => !row.achieved_on), ...goals.filter((row) => row.achieved_on)] })),
    reply(listHabitGoalTemplates, { items: templates }),
    reply(addHabitGoal, ({ content = '', kind, template_id }) => {
      const chosen = templates.find(({ id }) => id === template_id)
      const added = goal(goals.length + 100, chosen?.content ?? content, { kind: kind ?? chosen?.kind ?? 'meal', template_id: template_id ?? null })
      goals = [...goals, added]
      return added
    }),
    reply(changeHabitGoal, ({ id, updated_at: _, categories_attributes: __, ...changed }) =>
      change(id, () => ({ ...changed, ...('paused_until' in changed && { paused_on: changed.paused_until ? '2026-11-21' : null }) })),
    ),
    reply(tickHabitGoalDay, ({ id, day, done }) =>
      change(id, (row) => ({ week: row.week.map((item) => (item.day === day ? { day, done, source: done === null ? null : 'person' } : item)) })),
    ),
    reply(removeHabitGoal, ({ id }) => {
      goals = goals.filter((row) => row.id !== id)
      return null
    }),
  )
}

export const threeGoals = [
  goal(1, '夕食は就寝3時間前までに\n外食の日は軽めに', { template_id: 11 }),
  goal(2, '1日8,000歩を歩く', { kind: 'sport' }),
  goal(3, '乳がん検診を受ける', { kind: 'checkup', achieved_on: '2026-10-30' }),
]

/** Rows of the card without those of its dialog. */
export const rows = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => !row.closest('dialog'))
    .map((row) => row.textContent)
