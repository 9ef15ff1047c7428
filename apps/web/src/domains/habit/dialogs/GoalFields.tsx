import { daysPerWeekOf } from '@sukoyaka/rules/care/habit'
import { habitGoalKinds } from '@sukoyaka/wire/care/habit'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Chips } from '../../../ui/layout/Chips.tsx'
import { KindPicture } from '../KindIcon.tsx'
import { type Draft, type Missing, maxContentLength } from './draft.ts'
import classes from './GoalFields.module.css'

type Props = { draft: Draft; onChange: (draft: Draft) => void; missing: Missing }

/** Form fields of a goal, for adding and editing. */
export function GoalFields({ draft, onChange, missing }: Props) {
  const { t } = useTranslation('habit')
  return (
    <div className={classes.fields}>
      <TextArea
        data-autofocus
        label={t('form.content')}
        hint={t('form.contentHint')}
        value={draft.content}
        onChange={(content) => onChange({ ...draft, content })}
        maxLength={maxContentLength}
        error={missing.content}
        required
      />
      <Chips
        label={t('form.kind')}
        required
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
        options={habitGoalKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`), icon: <KindPicture kind={kind} /> }))}
        error={missing.kind}
      />
      {draft.kind ? (
        <DaysChoice
          value={draft.days_per_week === undefined ? daysPerWeekOf(draft.kind) : draft.days_per_week}
          onChange={(days_per_week) => onChange({ ...draft, days_per_week })}
        />
      ) : null}
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
