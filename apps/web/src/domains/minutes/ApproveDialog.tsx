import { type AutoMinutes, maxSummaryLength } from '@sukoyaka/wire/care/minutes'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import classes from './Approve.module.css'
import { useApproveAutoMinutesMutation } from './api.ts'

/** `updated_at` of the minutes and the current summary in one version, because either may change before the approval. `basisOf` splits it. */
const versionOf = ({ updated_at, patient_summary }: AutoMinutes) => `${updated_at} ${patient_summary}`
const basisOf = (version = '') => {
  const end = version.indexOf(' ')
  return { updated_at: version.slice(0, end), replaced_summary: version.slice(end + 1) }
}

/** Approves the minutes. The approval also publishes the summary for the patient, which is edited beside a preview. */
export function ApproveDialog({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const [approve] = useApproveAutoMinutesMutation()
  const form = useForm(
    `auto_minutes/${minutes.id}/approve`,
    { text: minutes.patient_summary || minutes.proposed_summary },
    {
      version: versionOf(minutes),
      check: ({ text }) => ({ text: lengthOf(text.trim()) > maxSummaryLength }),
      send: (values, version) => approve({ id: minutes.interview_id, ...basisOf(version), patient_summary: values.text.trim() }),
      messages: { done: t('approve.done'), failed: t('approve.failed') },
      names: { patient_summary: 'text' },
      onClose,
    },
  )
  const text = form.values.text.trim()
  return (
    <FormDialog form={form} title={t('approve.title')} width={1000} flush submit={t(text ? 'approve.confirm' : 'approve.withoutSummary')}>
      <div className={classes.columns}>
        <div className={classes.write}>
          <TextArea data-autofocus lang="ja" label={t('approve.summary')} {...form.field('text')} maxLength={maxSummaryLength} rows={7} />
          <FormFailure form={form} />
        </div>
        <section className={classes.preview} aria-label={t('approve.preview')}>
          <h3 className={classes.caption}>{t('approve.preview')}</h3>
          {text ? (
            <div className={classes.paper} lang="ja">
              <h4>{t('approve.heading')}</h4>
              <p>{text}</p>
            </div>
          ) : (
            <p className={classes.hint}>{t('approve.empty')}</p>
          )}
          <p className={classes.hint}>{t('approve.previewHint')}</p>
        </section>
      </div>
    </FormDialog>
  )
}
