import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { dismissUndos, toast } from '../../../ui/overlay/toast.ts'
import { useChangeHabitGoalMutation, useRemoveHabitGoalMutation } from '../api.ts'
import { pausedUntil } from '../Week.tsx'
import { reasonOf, wordsOf } from '../words.ts'
import { type Draft, draftErrors } from './draft.ts'
import classes from './GoalFields.module.css'
import { GoalFields } from './GoalFields.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { TargetFields } from './TargetFields.tsx'
import { changedTargets, targetErrors, targetsOf } from './targets.ts'
import { usePause } from './use-pause.ts'

type Props = { goal: HabitGoal; latest: HabitGoal; onClose: () => void; onRemoved: () => void }

/** Edits, pauses or, after confirmation, deletes a goal. On a conflict, the dialog shows the saved text (of `latest`), which the next save overwrites. */
export function EditGoalDialog({ goal, latest, onClose, onRemoved }: Props) {
  const { t } = useTranslation('habit')
  const [change] = useChangeHabitGoalMutation()
  const [isRemoving, setRemoving] = useState(false)
  const [isPausing, setPausing] = useState(false)
  const pause = usePause()
  const first: Draft = { content: latest.content, kind: latest.kind, days_per_week: latest.days_per_week, targets: targetsOf(latest) }
  const form = useForm(`habit_goals/${goal.id}`, first, {
    version: latest.updated_at,
    check: (draft) => ({ ...draftErrors(draft, t), ...targetErrors(latest, draft.targets, t) }),
    send: ({ content, kind, days_per_week, targets }, updated_at) => {
      const categories_attributes = changedTargets(latest, targets)
      const changes = {
        // Unchanged text is not sent: the goal stays linked to its template and thus translated.
        ...(content.trim() !== latest.content.trim() && { content: content.trim() }),
        ...(kind && kind !== latest.kind && { kind }),
        ...(days_per_week !== latest.days_per_week && { days_per_week }),
        ...(categories_attributes.length && { categories_attributes }),
      }
      return Object.keys(changes).length ? change({ id: goal.id, updated_at, ...changes }) : undefined
    },
    messages: { done: t('edit.saved'), failed: t('edit.failed') },
    onClose,
  })
  const onConfirmed = () => {
    form.close()
    onRemoved()
  }
  if (isPausing) return <PauseDialog goals={[goal]} audience="staff" onClose={() => setPausing(false)} />
  if (isRemoving) return <RemoveGoalDialog goal={goal} onClose={() => setRemoving(false)} onConfirmed={onConfirmed} />
  const isPaused = pausedUntil(latest) !== null
  return (
    <FormDialog
      form={form}
      title={t('edit.title')}
      foot={
        <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setRemoving(true)}>
          {t('remove.open')}
        </Button>
      }
      theirs={<p className={classes.theirs}>{t('edit.theirs', { content: latest.content })}</p>}
    >
      <GoalFields form={form} />
      <TargetFields form={form} goal={latest} />
      {goal.days_per_week !== null && goal.achieved_on === null ? (
        <div>
          <Button kind="secondary" size="small" onClick={() => (isPaused ? pause([goal], null) : setPausing(true))}>
            {t(isPaused ? 'pause.end' : 'pause.open.staff')}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  )
}

function RemoveGoalDialog({ goal, onClose, onConfirmed }: Pick<Props, 'goal' | 'onClose'> & { onConfirmed: () => void }) {
  const { t } = useTranslation('habit')
  const words = wordsOf(goal, useLanguage())
  const [remove] = useRemoveHabitGoalMutation()
  const run = async () => {
    dismissUndos()
    const { error } = await remove({ id: goal.id })
    if (error) toast.error(t('remove.failed'), { text: reasonOf(error), onRetry: () => void run() })
    else toast.success(t('remove.done'), { text: words.short })
  }
  return (
    <ConfirmDialog
      title={t('remove.title')}
      question={t('remove.ask')}
      what={words.goal}
      lang={words.lang}
      confirm={t('remove.confirm')}
      onClose={onClose}
      onConfirm={() => {
        void run()
        onConfirmed()
      }}
    />
  )
}
