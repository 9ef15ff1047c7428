import type { HabitGoal } from '@sukoyaka/wire/care/habit'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useAddHabitGoalMutation } from '../api.ts'
import classes from './AddGoalDialog.module.css'
import { GoalFields } from './GoalFields.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'
import { useDraft } from './use-draft.ts'

type Props = { user_id: number; goals: readonly HabitGoal[]; reader: 'staff' | 'patient'; onClose: () => void }

/** Adds goals from templates, several in a row, or one freely written goal; saving the latter closes the dialog. */
export function AddGoalDialog({ user_id, goals, reader, onClose }: Props) {
  const { t } = useTranslation(['habit', 'common'])
  const [count, setCount] = useState(0)
  const [add, { isLoading }] = useAddHabitGoalMutation()
  const form = useDraft(`habit_goals/of/${user_id}`, { content: '', kind: null })
  // A draft left by an expired session reopens the free form.
  const [mode, setMode] = useState<'template' | 'free'>(form.draft.content ? 'free' : 'template')

  const isOwn = reader === 'patient'
  const searchId = useId()
  useEffect(() => {
    // Only with a hardware keyboard; an on-screen keyboard would cover the list.
    if (matchMedia('(hover: hover)').matches) document.getElementById(searchId)?.focus()
  }, [searchId])

  const leave = () => {
    form.forget()
    onClose()
  }
  const save = async () => {
    if (mode === 'template' || isLoading) return
    const goal = form.validate()
    if (!goal) return
    const { error } = await add({ user_id, ...goal })
    if (error) return form.showRejection(error)
    toast.success(t(isOwn ? 'habit:mine.saved' : 'habit:add.saved'))
    leave()
  }
  return (
    <Dialog
      title={t(isOwn ? 'habit:mine.add' : 'habit:add.title')}
      width={640}
      flush
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={form.draft.content.trim() !== ''}
      footer={(close) => (
        <>
          <p role="status" className={classes.count}>
            {count ? t('habit:add.count', { count }) : ''}
          </p>
          <Button kind={mode === 'free' ? 'neutral' : 'sec'} onClick={close}>
            {t(mode === 'free' ? 'common:action.cancel' : 'common:action.close')}
          </Button>
          {mode === 'free' ? (
            <Button kind="pri" type="submit" loading={isLoading}>
              {t('habit:add.save')}
            </Button>
          ) : null}
        </>
      )}
    >
      <div className={classes.body}>
        <div className={classes.ways}>
          <Segmented
            label={t('habit:add.way')}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'template', label: t(isOwn ? 'habit:mine.template' : 'habit:add.template') },
              { value: 'free', label: t('habit:add.free') },
            ]}
          />
        </div>
        {mode === 'template' ? (
          <TemplatePicker user_id={user_id} goals={goals} reader={reader} searchId={searchId} onAdded={() => setCount((before) => before + 1)} />
        ) : (
          <div ref={form.box} className={classes.free}>
            <GoalFields draft={form.draft} onChange={form.change} missing={form.missing} />
            {form.failed === undefined ? null : (
              <div role="alert">
                <FieldMessage id="goal-failed">
                  {t(isOwn ? 'habit:mine.failed' : 'habit:add.failed')} {form.failed}
                </FieldMessage>
              </div>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}
