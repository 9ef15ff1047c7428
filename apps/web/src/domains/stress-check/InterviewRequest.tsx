import { addMonths, tokyoDay } from '@sukoyaka/rules/time'
import { type JobStressCheck, maxInterviewNote } from '@sukoyaka/wire/record/stress-check'
import { IconCalendarPlus, IconStethoscope } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { save } from '../../ui/form/save.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useRequestStressInterviewMutation } from './api.ts'
import classes from './StressResult.module.css'

/** After a result with high stress: the person asks for an interview with a doctor, or withdraws the request. */
export function InterviewRequest({ check }: { check: JobStressCheck }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const [opened, setOpened] = useState<'ask' | 'withdraw'>()
  const [change, { isLoading }] = useRequestStressInterviewMutation()
  const close = () => setOpened(undefined)
  const withdraw = async () => {
    await save(() => change({ id: check.id, requested: false }), { done: t('request.withdrawn'), failed: t('request.withdrawFailed') })
    close()
  }
  return (
    <section className={classes.request} aria-labelledby={`interview-request-${check.id}`}>
      <h3 id={`interview-request-${check.id}`}>{t('request.title')}</h3>
      {check.interview_requested_at ? (
        <>
          <p>{t('request.since', { day: formatDate(check.interview_requested_at, language) })}</p>
          {check.interview_note ? (
            <p className={classes.note} lang={recordLang(check.interview_note, language)}>
              {check.interview_note}
            </p>
          ) : null}
          <Button kind="neutral" onClick={() => setOpened('withdraw')}>
            {t('request.withdraw')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('request.text')}</p>
          <Button kind="secondary" icon={<IconStethoscope aria-hidden />} onClick={() => setOpened('ask')}>
            {t('request.ask')}
          </Button>
        </>
      )}
      {opened === 'ask' ? <AskDialog check={check} onClose={close} /> : null}
      {opened === 'withdraw' ? (
        <ConfirmDialog
          title={t('request.withdraw')}
          question={t('request.withdrawText')}
          confirm={t('request.withdraw')}
          kind="primary"
          isBusy={isLoading}
          onClose={close}
          onConfirm={() => void withdraw()}
        />
      ) : null}
    </section>
  )
}

/** Says who will see the request before the person sends it. */
function AskDialog({ check, onClose }: { check: JobStressCheck; onClose: () => void }) {
  const { t } = useTranslation('stress_check')
  const [change] = useRequestStressInterviewMutation()
  const form = useForm(
    `job_stress_checks/${check.id}/interview_request`,
    { note: '' },
    {
      check: ({ note }) => ({ note: lengthOf(note) > maxInterviewNote }),
      send: ({ note }) => change({ id: check.id, requested: true, note: note.trim() }),
      messages: { done: t('request.done'), failed: t('request.failed') },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('request.ask')} submit={t('request.confirm')}>
      <p>{t('request.consequence')}</p>
      <TextArea label={t('request.note')} maxLength={maxInterviewNote} {...form.field('note')} />
    </FormDialog>
  )
}

/** The request for staff, who see it only if the result is shared: day, note, deadline and action. */
export function StaffInterviewRequest({ check }: { check: JobStressCheck }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const mayPropose = usePermission('bookings.write')
  const requestedAt = check.interview_requested_at
  if (!requestedAt) return null
  return (
    <section className={classes.request}>
      <p>
        <strong>{t('request.staff', { day: formatDate(requestedAt, language) })}</strong>{' '}
        <span>{t('request.due', { day: formatDate(addMonths(tokyoDay(requestedAt), 1), language) })}</span>
      </p>
      {check.interview_note ? (
        <p className={classes.note} lang={recordLang(check.interview_note, language)}>
          {check.interview_note}
        </p>
      ) : null}
      {mayPropose ? (
        <ButtonLink kind="secondary" size="small" icon={<IconCalendarPlus aria-hidden />} to={`/messages/${check.user_id}`}>
          {t('request.propose')}
        </ButtonLink>
      ) : null}
    </section>
  )
}
