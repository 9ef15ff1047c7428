import { endOf, isCompleted } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconBan, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { MenuButton } from '../../../ui/overlay/MenuButton.tsx'
import { InterviewHead } from '../InterviewHead.tsx'
import { LastInterviews } from '../LastInterviews.tsx'
import { VideoCard } from '../VideoCard.tsx'
import { BookingFields } from './BookingFields.tsx'
import { ConfirmSaveDialog } from './ConfirmSaveDialog.tsx'
import classes from './Editor.module.css'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { type Edit, useEdit } from './use-edit.ts'

type Props = {
  interview: Interview
  onRemoved: () => void
  back: { to: string; label: string }
  /** Components of other domains: the button for a note, minutes, health data beside them. */
  action?: ReactNode
  minutes?: ReactNode
  beside?: ReactNode
}

/**
 * Staff page of one interview. Until it starts, the booking comes first; from then on, and once it is cancelled, minutes and summary do, and the booking is
 * collapsed to one line.
 */
export function InterviewEditor({ interview, onRemoved, back, action, minutes, beside }: Props) {
  const { t } = useTranslation('interviews')
  const mayBook = usePermission('bookings.write')
  const mayNote = usePermission('interview_notes.write')
  const [isRemoving, setRemoving] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const edit = useEdit(interview)
  const box = useRef<HTMLDivElement>(null)
  const isOver = interview.status === 'cancelled' || isCompleted(interview, new Date())
  const showsBooking = !isOver || isExpanded || edit.isBookingEdited
  return (
    <>
      <div ref={box} className={classes.column} style={{ padding: '16px var(--page-pad) 24px' }}>
        <InterviewHead
          interview={interview}
          back={back}
          change={
            isOver && mayBook && !showsBooking ? (
              <Button kind="ghost" size="small" icon={<IconPencil aria-hidden />} onClick={() => setExpanded(true)}>
                {t('change')}
              </Button>
            ) : null
          }
        >
          {action}
          {isOver && mayBook ? (
            <MenuButton
              label={t('more')}
              icon={<IconDots aria-hidden />}
              items={[{ key: 'remove', label: t('remove'), icon: <IconTrash size={18} aria-hidden />, isDanger: true, onPick: () => setRemoving(true) }]}
            />
          ) : null}
        </InterviewHead>
        <div className={classes.columns}>
          <div className={classes.column}>
            {showsBooking ? <Booking interview={interview} edit={edit} isLocked={!mayBook || interview.status === 'cancelled'} /> : null}
            {minutes}
          </div>
          <div className={classes.side}>
            <SummaryCard interview={interview} edit={edit} mayNote={mayNote} isRead={isOver} />
            <VideoCard interview={interview} mayWrite={mayNote} />
            {beside}
          </div>
          <LastInterviews interview={interview} />
        </div>
      </div>
      {(mayBook || mayNote) && (!isOver || isExpanded || edit.form.dialogProps.unsaved) ? (
        <Foot
          edit={edit}
          box={box}
          onCollapse={isExpanded ? () => setExpanded(false) : undefined}
          onRemove={mayBook && !isOver ? () => setRemoving(true) : undefined}
        />
      ) : null}
      {edit.actionToConfirm ? (
        <ConfirmSaveDialog
          action={edit.actionToConfirm}
          interview={interview}
          draft={edit.form.values}
          times={
            edit.actionToConfirm === 'cancel' ? { conducted_at: interview.conducted_at, ends_at: interview.ends_at ?? interview.conducted_at } : edit.shownTimes
          }
          onClose={() => edit.setActionToConfirm(undefined)}
          onConfirm={edit.confirm}
        />
      ) : null}
      {isRemoving ? <RemoveDialog interview={interview} onClose={() => setRemoving(false)} onRemoved={onRemoved} /> : null}
    </>
  )
}

function Booking({ interview, edit: { form, resetCount }, isLocked }: { interview: Interview; edit: Edit; isLocked: boolean }) {
  const { t } = useTranslation('interviews')
  const { values, put } = form
  return (
    <Card title={t('content')}>
      <BookingFields
        key={resetCount}
        form={form}
        user_id={interview.interviewee_id}
        facility={interview.facility}
        isLocked={isLocked}
        showsUrlHint={interview.status === 'scheduled' && endOf(interview) > Date.now()}
        statusField={
          <SelectField
            label={t('status')}
            value={values.status}
            onChange={(status) => put({ status: status as typeof values.status })}
            error={form.errorOf('status')}
          >
            <option value="scheduled">{t('status.scheduled')}</option>
            <option value="done">{t('status.done')}</option>
            {interview.status === 'cancelled' ? <option value="cancelled">{t('status.cancelled')}</option> : null}
          </SelectField>
        }
      />
    </Card>
  )
}

type FootProps = {
  edit: Edit
  box: { current: HTMLDivElement | null }
  /** Collapses the booking of a past or cancelled interview. */
  onCollapse: (() => void) | undefined
  /** Deletes the interview. Undefined without permission, once it has begun, and if it is cancelled; then it cannot be cancelled here either. */
  onRemove: (() => void) | undefined
}

function Foot({ edit, box, onCollapse, onRemove }: FootProps) {
  const { t } = useTranslation('interviews')
  const { form } = edit
  const isDirty = form.dialogProps.unsaved
  return (
    <footer className={classes.foot} data-page-foot data-edited={isDirty || undefined}>
      {onRemove ? (
        <>
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} onClick={onRemove}>
            {t('remove')}
          </Button>
          <Button kind="neutral" icon={<IconBan aria-hidden />} onClick={() => edit.setActionToConfirm('cancel')}>
            {t('act.cancel')}
          </Button>
        </>
      ) : null}
      <span className={classes.grow} />
      {edit.actionToConfirm ? null : <FormFailure form={form} />}
      {isDirty ? <span className={classes.note}>{t('unsaved')}</span> : null}
      {isDirty || !onCollapse ? (
        <Button
          kind="neutral"
          disabled={!isDirty}
          onClick={() => {
            edit.reset()
            onCollapse?.()
          }}
        >
          {t('discardEdit')}
        </Button>
      ) : (
        <Button kind="neutral" onClick={onCollapse}>
          {t('fold')}
        </Button>
      )}
      <Button kind="primary" loading={form.isSending && !edit.actionToConfirm} disabled={!isDirty} onClick={() => edit.submit(box.current ?? undefined)}>
        {t('save')}
      </Button>
    </footer>
  )
}
