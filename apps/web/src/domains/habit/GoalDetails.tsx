import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './GoalWords.module.css'
import { Week } from './Week.tsx'
import { wordsOf } from './words.ts'

/** Goal details shown on expansion: notes and days. */
export function GoalDetails({ habit_goal }: { habit_goal: HabitGoal }) {
  const words = wordsOf(habit_goal, useLanguage())
  return (
    <>
      {words.notes ? (
        <p className={classes.notes} lang={words.lang}>
          {words.notes}
        </p>
      ) : null}
      {habit_goal.achieved_on === null && habit_goal.week.length ? <Week goal={habit_goal} /> : null}
    </>
  )
}
