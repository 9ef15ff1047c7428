import { type AutoMinutes, maxSummaryLength } from '@sukoyaka/wire/care/minutes'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { type Form, useForm } from '../../ui/form/use-form.ts'
import classes from './Approve.module.css'
import { useApproveAutoMinutesMutation } from './api.ts'

/** `replaced`: the summary of the interview when the dialog was opened. */
type Values = { text: string; replaced: string }

/** Approves the minutes. The approval also publishes the summary for the patient, which is edited beside a preview. */
export function ApproveDialog({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const [approve] = useApproveAutoMinutesMutation()
  const form: Form<Values> = useForm<Values>(
    `auto_minutes/${minutes.id}/approve`,
    { text: minutes.patient_summary || minutes.proposed_summary, replaced: minutes.patient_summary },
    {
      version: minutes.updated_at,
      check: ({ text }) => ({ text: lengthOf(text.trim()) > maxSummaryLength }),
      send: ({ text, replaced }, updated_at = minutes.updated_at) =>
        approve({
          id: minutes.interview_id,
          updated_at,
          // the summary can change without `updated_at`; after a conflict the dialog shows the current one
          replaced_summary: form.isConflict ? minutes.patient_summary : replaced,
          patient_summary: text.trim(),
        }),
      messages: { done: t('approve.done'), failed: t('approve.failed') },
      names: { patient_summary: 'text' },
      onClose,
    },
  )
  const text = form.values.text.trim()
  const isPublished = minutes.patient_summary !== ''
  const submit = text ? 'approve.confirm' : isPublished ? 'approve.withdraw' : 'approve.withoutSummary'
  return (
    <FormDialog form={form} title={t('approve.title')} width={1000} flush submit={t(submit)}>
      <div className={classes.columns}>
        <div className={classes.write}>
          <TextArea data-autofocus lang="ja" label={t('approve.summary')} {...form.field('text')} maxLength={maxSummaryLength} rows={7} />
          <FormFailure
            form={form}
            theirs={
              isPublished ? (
                <>
                  <p className={classes.hint}>{t('theirs')}</p>
                  <p className={classes.theirs} lang="ja">
                    {minutes.patient_summary}
                  </p>
                </>
              ) : null
            }
          />
        </div>
        <section className={classes.preview} aria-label={t('approve.preview')}>
          <h3 className={classes.caption}>{t('approve.preview')}</h3>
          {text ? (
            <div className={classes.paper} lang="ja">
              <h4>{t('approve.heading')}</h4>
              <p>{text}</p>
            </div>
          ) : (
            <p className={classes.hint}>{t(isPublished ? 'approve.withdrawHint' : 'approve.empty')}</p>
          )}
          <p className={classes.hint}>{t('approve.previewHint')}</p>
        </section>
      </div>
    </FormDialog>
  )
}
