import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { dismissUndos, toast } from '../../../ui/overlay/toast.ts'
import { useChangeHabitGoalMutation, useRemoveHabitGoalMutation } from '../api.ts'
import { pausedUntil } from '../Week.tsx'
import { reasonOf, wordsOf } from '../words.ts'
import classes from './GoalFields.module.css'
import { GoalFields } from './GoalFields.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { useDraft } from './use-draft.ts'
import { usePause } from './use-pause.ts'

type Props = { goal: HabitGoal; latest: HabitGoal; onClose: () => void; onRemoved: () => void }

/** Edits or, after confirmation, deletes a goal. On a conflict it shows the saved version (`latest`) before overwriting it. */
export function EditGoalDialog({ goal, latest, onClose, onRemoved }: Props) {
  const { t } = useTranslation(['habit', 'common'])
  const [change, { isLoading }] = useChangeHabitGoalMutation()
  const [removes, setRemoves] = useState(false)
  const [pauses, setPauses] = useState(false)
  const pause = usePause()
  const [isConflict, setIsConflict] = useState(false)
  const form = useDraft(`habit_goals/${goal.id}`, { content: goal.content, kind: goal.kind, days_per_week: goal.days_per_week })

  const leave = () => {
    form.forget()
    onClose()
  }
  const save = async () => {
    const next = form.validate()
    if (!next || isLoading) return
    // Unchanged text is not sent: the goal stays linked to its template and thus translated.
    const content = next.content === goal.content.trim() ? undefined : next.content
    const kind = next.kind === goal.kind ? undefined : next.kind
    const days_per_week = next.days_per_week === goal.days_per_week ? undefined : next.days_per_week
    if (content === undefined && kind === undefined && days_per_week === undefined) return leave()
    const { error } = await change({
      id: goal.id,
      updated_at: (isConflict ? latest : goal).updated_at,
      ...(content !== undefined && { content }),
      ...(kind !== undefined && { kind }),
      ...(days_per_week !== undefined && { days_per_week }),
    })
    if (error && (error as CallError).code === 'conflict') setIsConflict(true)
    if (error) return form.showRejection(error)
    toast.success(t('habit:edit.saved'))
    leave()
  }
  if (pauses) return <PauseDialog goals={[goal]} reader="staff" onClose={leave} />
  if (removes) return <RemoveGoalDialog goal={goal} onClose={leave} onRemoved={onRemoved} />
  return (
    <Dialog
      title={t('habit:edit.title')}
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={form.draft.content !== goal.content || form.draft.kind !== goal.kind || form.draft.days_per_week !== goal.days_per_week}
      footer={(close) => (
        <>
          <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setRemoves(true)}>
            {t('habit:remove.open')}
          </Button>
          <SubmitButtons isBusy={isLoading} onCancel={close} />
        </>
      )}
    >
      <div ref={form.box}>
        <GoalFields draft={form.draft} onChange={form.change} missing={form.missing} />
        {goal.days_per_week !== null && goal.achieved_on === null ? (
          <div className={classes.pause}>
            <Button
              kind="sec"
              size="small"
              onClick={() => {
                if (!pausedUntil(goal)) return setPauses(true)
                pause([goal], null)
                leave()
              }}
            >
              {t(pausedUntil(goal) ? 'habit:pause.end' : 'habit:pause.open.staff')}
            </Button>
          </div>
        ) : null}
        {form.failed === undefined ? null : (
          <div role="alert" className={classes.failed}>
            <FieldMessage id="goal-failed">
              {t('habit:edit.failed')} {form.failed}
            </FieldMessage>
            {isConflict ? <p className={classes.theirs}>{t('habit:edit.theirs', { content: latest.content })}</p> : null}
          </div>
        )}
      </div>
    </Dialog>
  )
}

function RemoveGoalDialog({ goal, onClose, onRemoved }: Omit<Props, 'latest'>) {
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
        onClose()
        onRemoved()
      }}
    />
  )
}
