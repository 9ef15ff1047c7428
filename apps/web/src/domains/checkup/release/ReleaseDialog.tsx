import type { DatedPackage } from '@sukoyaka/rules/test-package'
import { tokyoDay } from '@sukoyaka/rules/time'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { joinSentences } from '../../../ui/text/join-sentences.ts'
import { useReleaseTestPackageMutation, useWithdrawTestPackageReleaseMutation } from '../api.ts'
import classes from './ReleaseDialog.module.css'
import { ReleasePreview, ReleaseValues } from './ReleaseValues.tsx'

const maxCommentLength = 2000

/** Release of one checkup: values, phone call for critical values, comment and patient preview. Once released, the dialog offers to withdraw the release. */
export function ReleaseDialog({ checkup, onClose }: { checkup: DatedPackage; onClose: () => void }) {
  const { t } = useTranslation(['release', 'interview'])
  const language = useLanguage()
  const [release] = useReleaseTestPackageMutation()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const isReleased = checkup.released_at !== null
  const isSerious = (checkup.serious_count ?? 0) > 0
  const isCallRequired = isSerious && !(isReleased && checkup.called_on)
  const form = useForm(
    `test_packages/${checkup.id}/release`,
    { comment: checkup.comment ?? '', called_on: checkup.called_on },
    {
      version: checkup.updated_at,
      check: ({ comment, called_on }) => ({
        called_on: isCallRequired && !called_on ? t('release:dialog.calledMissing') : undefined,
        comment: lengthOf(comment) > maxCommentLength,
      }),
      send: ({ comment, called_on }, updated_at) =>
        release({ id: checkup.id, comment: comment.trim() || null, ...(called_on && { called_on }), ...(updated_at && { updated_at }) }),
      messages: { done: t(isReleased ? 'release:dialog.updated' : 'release:dialog.done'), failed: t('release:dialog.failed') },
      onClose,
    },
  )
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)

  if (isWithdrawing) return <WithdrawDialog checkup={checkup} onClose={form.close} onBack={() => setWithdrawing(false)} />
  return (
    <FormDialog
      form={form}
      title={t(isReleased ? 'release:dialog.titleReleased' : 'release:dialog.title')}
      subtitle={`${name} ${formatDate(checkup.tested_at, language)}`}
      width={1000}
      flush
      submit={t(isReleased ? 'release:dialog.update' : 'release:dialog.save')}
      foot={
        isReleased ? (
          <Button kind="danger-outline" style={{ marginRight: 'auto' }} onClick={() => setWithdrawing(true)}>
            {t('release:dialog.withdraw')}
          </Button>
        ) : null
      }
    >
      <div className={classes.columns}>
        <div className={classes.left}>
          <ReleaseValues checkup={checkup} />
          {isSerious ? (
            <DatePicker label={t('release:dialog.called')} max={tokyoDay(new Date())} required={isCallRequired} {...form.field('called_on')} />
          ) : null}
          <TextArea
            label={t('release:dialog.comment')}
            maxLength={maxCommentLength}
            hint={t('release:dialog.commentHint')}
            rows={5}
            lang="ja"
            {...form.field('comment')}
          />
          <FormFailure form={form} />
        </div>
        <div className={classes.right}>
          <ReleasePreview checkup={checkup} comment={form.values.comment} />
          {isReleased ? null : <p className={classes.note}>{t('release:dialog.mail')}</p>}
        </div>
      </div>
    </FormDialog>
  )
}

function WithdrawDialog({ checkup, onClose, onBack }: { checkup: DatedPackage; onClose: () => void; onBack: () => void }) {
  const { t } = useTranslation(['release', 'common'])
  const [withdraw, { isLoading }] = useWithdrawTestPackageReleaseMutation()
  const [failed, setFailed] = useState<string>()
  const submit = async () => {
    if (isLoading) return
    const { error } = await withdraw({ id: checkup.id })
    if (error) return setFailed((error as CallError).error)
    toast.success(t('release:dialog.withdrawn'))
    onClose()
  }
  return (
    <Dialog
      title={t('release:dialog.withdraw')}
      onClose={onBack}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="danger" loading={isLoading} onClick={() => void submit()}>
            {t('release:dialog.withdraw')}
          </Button>
        </>
      )}
    >
      <p>{t('release:dialog.withdrawText')}</p>
      {failed === undefined ? null : (
        <div role="alert">
          <FieldMessage id="withdraw-failed">{joinSentences([t('release:dialog.withdrawFailed'), failed])}</FieldMessage>
        </div>
      )}
    </Dialog>
  )
}
