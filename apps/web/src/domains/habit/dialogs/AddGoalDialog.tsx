import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useAddHabitGoalMutation } from '../api.ts'
import classes from './AddGoalDialog.module.css'
import { type Draft, draftErrors } from './draft.ts'
import { GoalFields } from './GoalFields.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'

type Props = { user_id: number; goals: readonly HabitGoal[]; audience: 'staff' | 'patient'; onClose: () => void }

const empty: Draft = { content: '', kind: null }

/** Adds goals from templates, several in a row, or one freely written goal. Saving a freely written goal closes the dialog. */
export function AddGoalDialog({ user_id, goals, audience, onClose }: Props) {
  const { t } = useTranslation(['habit', 'common'])
  const [count, setCount] = useState(0)
  const [add] = useAddHabitGoalMutation()
  const isOwn = audience === 'patient'
  const form = useForm<Draft>(`habit_goals/of/${user_id}`, empty, {
    check: (draft) => draftErrors(draft, t),
    send: ({ content, kind, days_per_week }) => add({ user_id, content: content.trim(), kind: kind!, ...(days_per_week !== undefined && { days_per_week }) }),
    messages: { done: t(isOwn ? 'mine.saved' : 'add.saved'), failed: t(isOwn ? 'mine.failed' : 'add.failed') },
    onClose,
  })
  // A draft left by an expired session reopens the free form.
  const [mode, setMode] = useState<'template' | 'free'>(form.values.content ? 'free' : 'template')

  const searchId = useId()
  useEffect(() => {
    // Not on touch devices, where an on-screen keyboard would cover the list.
    if (matchMedia('(hover: hover)').matches) document.getElementById(searchId)?.focus()
  }, [searchId])

  return (
    <Dialog
      title={t(isOwn ? 'mine.add' : 'add.title')}
      width={640}
      flush
      onClose={form.close}
      onSubmit={(box) => mode === 'free' && form.submit(box)}
      unsaved={form.values.content.trim() !== ''}
      footer={(close) => (
        <>
          <p role="status" className={classes.count}>
            {count ? t('add.count', { count }) : ''}
          </p>
          <Button kind={mode === 'free' ? 'neutral' : 'secondary'} onClick={close}>
            {t(mode === 'free' ? 'common:action.cancel' : 'common:action.close')}
          </Button>
          {mode === 'free' ? (
            <Button kind="primary" type="submit" loading={form.isSending}>
              {t('add.save')}
            </Button>
          ) : null}
        </>
      )}
    >
      <div className={classes.body}>
        <div className={classes.ways}>
          <Segmented
            label={t('add.way')}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'template', label: t(isOwn ? 'mine.template' : 'add.template') },
              { value: 'free', label: t('add.free') },
            ]}
          />
        </div>
        {mode === 'template' ? (
          <TemplatePicker user_id={user_id} goals={goals} audience={audience} searchId={searchId} onAdded={() => setCount((before) => before + 1)} />
        ) : (
          <div className={classes.free}>
            <GoalFields form={form} />
            <FormFailure form={form} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
