import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import { habitGoalKinds } from '@sukoyaka/wire/care/habit'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { Chips } from '../../../ui/layout/Chips.tsx'
import { KindPicture } from '../KindIcon.tsx'
import { type Draft, maxContentLength } from './draft.ts'
import classes from './GoalFields.module.css'

/** Form fields of a goal, for adding and editing. */
export function GoalFields({ form: { values, put, field } }: { form: Form<Draft> }) {
  const { t } = useTranslation('habit')
  const { kind, days_per_week } = values
  return (
    <div className={classes.fields}>
      <TextArea data-autofocus label={t('form.content')} hint={t('form.contentHint')} maxLength={maxContentLength} required {...field('content')} />
      <Chips
        label={t('form.kind')}
        required
        options={habitGoalKinds.map((value) => ({ value, label: t(`kind.${value}`), icon: <KindPicture kind={value} /> }))}
        {...field('kind')}
      />
      {kind ? <DaysChoice value={days_per_week === undefined ? daysPerWeekOf(kind) : days_per_week} onChange={(next) => put({ days_per_week: next })} /> : null}
    </div>
  )
}

const days = [7, 6, 5, 4, 3, 2, 1, null]

function DaysChoice({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const { t } = useTranslation('habit')
  const words = (count: number | null) => (count === null ? t('form.daysNone') : count === 7 ? t('form.daysEvery') : t('form.daysCount', { count }))
  return (
    <Chips
      label={t('form.days')}
      hint={t('form.daysHint')}
      value={String(value)}
      onChange={(chosen) => onChange(days.find((count) => String(count) === chosen) ?? null)}
      options={days.map((count) => ({ value: String(count), label: words(count) }))}
    />
  )
}
