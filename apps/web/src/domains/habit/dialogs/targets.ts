import type { HabitGoal, HabitGoalCategory } from '@sukoyaka/wire/care/habit'
import type { useTranslation } from 'react-i18next'

type T = ReturnType<typeof useTranslation<'habit'>>['t']

/** Highest target: steps or minutes a day. */
const maxTargets = { step: 100_000, sleep: 1_440 }
type Followed = HabitGoalCategory & { category_type: keyof typeof maxTargets }

/** The steps and the sleep that count towards a goal by themselves. */
export const followedOf = ({ categories }: Pick<HabitGoal, 'categories'>): Followed[] =>
  categories.filter((category): category is Followed => category.is_sync_action && category.category_type in maxTargets)

/** Typed targets, keyed by the id of the category. */
export type Targets = Readonly<Record<string, string>>
/** The text of a target; without one, as in a draft of an earlier version of the form, the stored target. */
export const targetText = ({ id, target }: Pick<Followed, 'id' | 'target'>, targets: Targets = {}) => targets[id] ?? String(target ?? '')
export const targetsOf = (goal: HabitGoal): Targets => Object.fromEntries(followedOf(goal).map((followed) => [followed.id, targetText(followed)]))

/** A typed target: `８，０００` is 8000, nothing is null, which leaves the answer to people; undefined if it is not one. */
const parseTarget = (text: string, max: number) => {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '')
  if (plain === '') return null
  const target = Number(plain)
  return /^\d{1,6}$/.test(plain) && target > 0 && target <= max ? target : undefined
}

export const targetErrors = (goal: HabitGoal, targets: Targets | undefined, t: T) =>
  Object.fromEntries(
    followedOf(goal).map((followed) => {
      const max = maxTargets[followed.category_type]
      const isInvalid = parseTarget(targetText(followed, targets), max) === undefined
      return [`targets.${followed.id}`, isInvalid ? t('form.targetInvalid', { max: max.toLocaleString('en-US') }) : undefined]
    }),
  )

/** The changed targets, as the server takes them. */
export const changedTargets = (goal: HabitGoal, targets: Targets | undefined) =>
  followedOf(goal).flatMap((followed) => {
    const target = parseTarget(targetText(followed, targets), maxTargets[followed.category_type])
    return target === undefined || target === followed.target ? [] : [{ id: followed.id, target }]
  })
