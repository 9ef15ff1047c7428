import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import type { Draft } from './draft.ts'
import { followedOf, targetText } from './targets.ts'

/** Form fields of the steps or minutes of sleep from which a day counts as done. */
export function TargetFields({ form: { values, put, errorOf }, goal }: { form: Form<Draft>; goal: HabitGoal }) {
  const { t } = useTranslation('habit')
  return followedOf(goal).map((followed) => (
    <TextInput
      key={followed.id}
      label={t(`form.target.${followed.category_type}`)}
      hint={t('form.targetHint')}
      unit={t(`form.unit.${followed.category_type}`)}
      inputMode="numeric"
      autoComplete="off"
      value={targetText(followed, values.targets)}
      error={errorOf(`targets.${followed.id}`)}
      onChange={(event) => put({ targets: { ...values.targets, [followed.id]: event.currentTarget.value } })}
    />
  ))
}
