import { endOf } from '@sukoyaka/rules/care/interview'
import { type Interview, maxSummaryLength } from '@sukoyaka/wire/care/interview'
import { IconBan, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useRemoveInterviewMutation } from '../api.ts'
import { InterviewHead } from '../InterviewHead.tsx'
import { LastInterviews } from '../LastInterviews.tsx'
import { VideoCard } from '../Video.tsx'
import { useInterviewName } from '../words.ts'
import { BookingFields } from './BookingFields.tsx'
import { ConfirmSaveDialog } from './ConfirmSaveDialog.tsx'
import classes from './Editor.module.css'
import { useEdit } from './use-edit.ts'

type Props = {
  interview: Interview
  onRemoved: () => void
  back: { to: string; label: string }
  /** Slots for components of other domains: minutes below the form, health data beside it. */
  footer?: ReactNode
  beside?: ReactNode
}

/** Staff page of one interview. */
export function InterviewEditor({ interview, onRemoved, back, footer, beside }: Props) {
  const { t } = useTranslation('interviews')
  const mayBook = usePermission('bookings.write')
  const mayNote = usePermission('interview_notes.write')
  const [removes, setRemoves] = useState(false)
  const edit = useEdit(interview)
  const box = useRef<HTMLDivElement>(null)
  const { form, other } = edit
  const { values, put } = form
  const isDirty = form.dialogProps.unsaved
  const isCancelled = interview.status === 'cancelled'
  return (
    <>
      <div ref={box} className={classes.column} style={{ padding: '16px var(--page-pad) 24px' }}>
        <InterviewHead interview={interview} back={back} />
        <div className={classes.columns}>
          <div className={classes.column}>
            <Card title={t('content')}>
              <BookingFields
                form={form}
                user_id={interview.interviewee_id}
                isLocked={!mayBook || isCancelled}
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
                    {isCancelled ? <option value="cancelled">{t('status.cancelled')}</option> : null}
                  </SelectField>
                }
              />
            </Card>
            {footer}
            <LastInterviews interview={interview} />
          </div>
          <div className={classes.column}>
            <Card title={t('summary')} action={<span className={classes.shown}>{t('summary.shown')}</span>}>
              <TextArea label={t('summary.label')} rows={5} maxLength={maxSummaryLength} disabled={!mayNote} {...form.field('summary')} />
              {other && other.patient_summary !== values.summary.trim() ? (
                <div className={classes.both} role="alert">
                  <p>{t('summary.both')}</p>
                  <blockquote lang="ja">{other.patient_summary}</blockquote>
                  <div className={classes.videoActions}>
                    <Button
                      size="small"
                      onClick={() => {
                        put({ summary: other.patient_summary })
                        edit.setOther(undefined)
                      }}
                    >
                      {t('summary.takeTheirs')}
                    </Button>
                    <Button size="small" onClick={() => edit.setOther(undefined)}>
                      {t('summary.keepMine')}
                    </Button>
                  </div>
                </div>
              ) : null}
            </Card>
            <VideoCard interview={interview} mayWrite={mayNote} />
            {beside}
          </div>
        </div>
      </div>
      {mayBook || mayNote ? (
        <footer className={classes.foot} data-page-foot>
          {mayBook ? (
            <>
              <Button kind="dan-o" icon={<IconTrash aria-hidden />} onClick={() => setRemoves(true)}>
                {t('remove')}
              </Button>
              {isCancelled ? null : (
                <Button kind="neutral" icon={<IconBan aria-hidden />} onClick={() => edit.setAct('cancel')}>
                  {t('act.cancel')}
                </Button>
              )}
            </>
          ) : null}
          <span className={classes.grow} />
          {edit.act ? null : <FormFailure form={form} />}
          {isDirty ? <span className={classes.note}>{t('unsaved')}</span> : null}
          <Button kind="neutral" disabled={!isDirty} onClick={edit.reset}>
            {t('discardEdit')}
          </Button>
          <Button kind="pri" loading={form.isSending && !edit.act} disabled={!isDirty} onClick={() => edit.submit(box.current ?? undefined)}>
            {t('save')}
          </Button>
        </footer>
      ) : null}
      {edit.act ? (
        <ConfirmSaveDialog
          action={edit.act}
          interview={interview}
          draft={values}
          times={edit.act === 'cancel' ? { conducted_at: interview.conducted_at, ends_at: interview.ends_at ?? interview.conducted_at } : edit.shownTimes}
          onClose={() => edit.setAct(undefined)}
          onConfirm={edit.confirm}
        />
      ) : null}
      {removes ? <RemoveDialog interview={interview} onClose={() => setRemoves(false)} onRemoved={onRemoved} /> : null}
    </>
  )
}

function RemoveDialog({ interview, onClose, onRemoved }: { interview: Interview; onClose: () => void; onRemoved: () => void }) {
  const { t } = useTranslation('interviews')
  const name = useInterviewName()(interview)
  const [remove, { isLoading, error }] = useRemoveInterviewMutation()
  const run = async () => {
    const { error: removeError } = await remove({ id: interview.id })
    if (removeError) return
    onRemoved()
    toast.success(t('removed'), { text: name })
  }
  return (
    <ConfirmDialog
      title={t('remove')}
      question={t('remove.ask')}
      confirm={t('remove.do')}
      cancelLabel={t('back')}
      isBusy={isLoading}
      isBlocked={(error as CallError | undefined)?.status === 409}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      {error ? (
        <p role="alert" className={classes.refused}>
          {(error as CallError).error}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
