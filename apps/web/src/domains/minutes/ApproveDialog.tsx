import { type AutoMinutes, maxSummaryLength } from '@sukoyaka/wire/care/minutes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './Approve.module.css'
import { useApproveAutoMinutesMutation } from './api.ts'

/** Editor of the summary for the patient, with a preview. Publishes only on confirmation. */
export function ApproveDialog({ minutes, onClose }: { minutes: AutoMinutes; onClose: () => void }) {
  const { t } = useTranslation('minutes')
  const { value: draft, put, forget } = useFormDraft(`auto_minutes/${minutes.id}/approve`, { text: minutes.proposed_summary })
  const [approve, { isLoading }] = useApproveAutoMinutesMutation()
  const [failed, setFailed] = useState<string>()
  const text = draft.text.trim()
  const leave = () => {
    forget()
    onClose()
  }
  const submit = async () => {
    if (isLoading || lengthOf(text) > maxSummaryLength) return
    setFailed(undefined)
    const { error } = await approve({ id: minutes.interview_id, updated_at: minutes.updated_at, patient_summary: text })
    if (error) return setFailed((error as CallError).error)
    toast.success(t('approve.done'))
    leave()
  }
  return (
    <Dialog
      title={t('approve.title')}
      width={1000}
      flush
      unsaved={draft.text !== minutes.proposed_summary}
      onClose={leave}
      onSubmit={() => void submit()}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('cancel')}
          </Button>
          <Button kind="pri" type="submit" loading={isLoading}>
            {t(text ? 'approve.confirm' : 'approve.withoutSummary')}
          </Button>
        </>
      )}
    >
      <div className={classes.columns}>
        <div className={classes.write}>
          <TextArea
            data-autofocus
            lang="ja"
            label={t('approve.summary')}
            value={draft.text}
            onChange={(next) => put({ text: next })}
            maxLength={maxSummaryLength}
            rows={7}
          />
          {failed ? (
            <p className={classes.failed} role="alert">
              {t('approve.failed')} {failed}
            </p>
          ) : null}
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
    </Dialog>
  )
}
