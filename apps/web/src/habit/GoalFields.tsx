import { daysPerWeekOf } from '@sukoyaka/rules/habit'
import { type HabitGoalKind, habitGoalKinds } from '@sukoyaka/wire/habit'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMessage } from '../ui/FieldMessage.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { type Draft, type Missing, mostContent } from './draft.ts'
import classes from './GoalFields.module.css'
import { KindPicture } from './KindIcon.tsx'

type Props = { draft: Draft; onChange: (draft: Draft) => void; missing: Missing }

/** What a goal is made of, for adding one freely and for changing one. */
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
        maxLength={mostContent}
        error={missing.content}
        required
      />
      <KindChoice value={draft.kind} onChange={(kind) => onChange({ ...draft, kind })} error={missing.kind} />
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
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className={classes.legend}>
        {t('form.days')}
      </p>
      <div className={classes.chips}>
        {days.map((count) => (
          <label key={count} className={classes.chip}>
            <input type="radio" name={id} checked={count === value} onChange={() => onChange(count)} />
            {count === null ? t('form.daysNone') : count === 7 ? t('form.daysEvery') : t('form.daysCount', { count })}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('form.daysHint')}
      </p>
    </div>
  )
}

function KindChoice({ value, onChange, error }: { value: HabitGoalKind | null; onChange: (kind: HabitGoalKind) => void; error?: string }) {
  const { t } = useTranslation(['habit', 'common'])
  const id = useId()
  return (
    <div
      role="radiogroup"
      className={classes.kinds}
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <p id={`${id}-label`} className={classes.legend}>
        {t('habit:form.kind')}
        <span className={classes.required} aria-hidden="true">
          {t('common:required')}
        </span>
      </p>
      <div className={classes.chips}>
        {habitGoalKinds.map((kind) => (
          <label key={kind} className={classes.chip}>
            <input type="radio" name={id} checked={kind === value} onChange={() => onChange(kind)} />
            <KindPicture kind={kind} />
            {t(`habit:kind.${kind}`)}
          </label>
        ))}
      </div>
      {error ? <FieldMessage id={id}>{error}</FieldMessage> : null}
    </div>
  )
}
