import { tokyoDay } from '@sukoyaka/rules/time'
import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../api/call-error.ts'
import { useFormDraft } from '../../../api/form-drafts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DatePicker } from '../../../ui/date/DatePicker.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useReleaseTestPackageMutation, useTakeBackTestPackageMutation } from '../api.ts'
import classes from './ReleaseDialog.module.css'
import { ReleasePreview, ReleaseValues } from './ReleaseValues.tsx'

const maxCommentLength = 2000

/** Release of one checkup: values, phone call for serious values, comment and patient preview. Once released, the dialog offers to revoke the release. */
export function ReleaseDialog({ checkup, onClose }: { checkup: TestPackage; onClose: () => void }) {
  const { t } = useTranslation(['release', 'interview', 'common'])
  const language = useLanguage()
  const [release, { isLoading }] = useReleaseTestPackageMutation()
  const [isTakingBack, setIsTakingBack] = useState(false)
  const first = { comment: checkup.comment ?? '', called_on: checkup.called_on }
  const { value, put, forget } = useFormDraft(`test_packages/${checkup.id}/release`, first)
  const [calledOnError, setCalledOnError] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const isReleased = checkup.released_at !== null
  const isCallRequired = !isReleased && (checkup.serious_count ?? 0) > 0
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)

  const leave = () => {
    forget()
    onClose()
  }
  const showCalledOnError = (words: string) => {
    setCalledOnError(words)
    box.current?.querySelector('input')?.focus()
  }
  const save = async () => {
    if (isLoading) return
    setFailed(undefined)
    if (isCallRequired && !value.called_on) return showCalledOnError(t('release:dialog.calledMissing'))
    if (lengthOf(value.comment) > maxCommentLength) return box.current?.querySelector('textarea')?.focus()
    const { error } = await release({ id: checkup.id, comment: value.comment.trim() || null, ...(value.called_on && { called_on: value.called_on }) })
    if (error) {
      const { fields, error: message } = error as CallError
      if (fields?.called_on) return showCalledOnError(fields.called_on[0]!)
      return setFailed(message)
    }
    toast.success(t(isReleased ? 'release:dialog.updated' : 'release:dialog.done'))
    leave()
  }
  if (isTakingBack) return <TakeBackDialog checkup={checkup} onClose={leave} onBack={() => setIsTakingBack(false)} />
  return (
    <Dialog
      title={t(isReleased ? 'release:dialog.titleReleased' : 'release:dialog.title')}
      subtitle={`${name} ${formatDate(checkup.tested_at, language)}`}
      width={1000}
      flush
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={value.comment !== first.comment || value.called_on !== first.called_on}
      footer={(close) => (
        <>
          {isReleased ? (
            <Button kind="dan-o" style={{ marginRight: 'auto' }} onClick={() => setIsTakingBack(true)}>
              {t('release:dialog.takeBack')}
            </Button>
          ) : null}
          <SubmitButtons label={t(isReleased ? 'release:dialog.update' : 'release:dialog.save')} isBusy={isLoading} onCancel={close} />
        </>
      )}
    >
      <div className={classes.columns}>
        <div ref={box} className={classes.left}>
          <ReleaseValues checkup={checkup} />
          {isCallRequired ? (
            <DatePicker
              label={t('release:dialog.called')}
              value={value.called_on}
              max={tokyoDay(new Date())}
              required
              error={calledOnError}
              onChange={(called_on) => {
                setCalledOnError(undefined)
                put({ called_on })
              }}
            />
          ) : null}
          <TextArea
            label={t('release:dialog.comment')}
            value={value.comment}
            maxLength={maxCommentLength}
            hint={t('release:dialog.commentHint')}
            rows={5}
            lang="ja"
            onChange={(comment) => put({ comment })}
          />
          {failed === undefined ? null : (
            <div role="alert">
              <FieldMessage id="release-failed">
                {t('release:dialog.failed')} {failed}
              </FieldMessage>
            </div>
          )}
        </div>
        <div className={classes.right}>
          <ReleasePreview checkup={checkup} comment={value.comment} />
          {isReleased ? null : <p className={classes.note}>{t('release:dialog.mail')}</p>}
        </div>
      </div>
    </Dialog>
  )
}

function TakeBackDialog({ checkup, onClose, onBack }: { checkup: TestPackage; onClose: () => void; onBack: () => void }) {
  const { t } = useTranslation(['release', 'common'])
  const [takeBack, { isLoading }] = useTakeBackTestPackageMutation()
  const [failed, setFailed] = useState<string>()
  const submit = async () => {
    if (isLoading) return
    const { error } = await takeBack({ id: checkup.id })
    if (error) return setFailed((error as CallError).error)
    toast.success(t('release:dialog.takenBack'))
    onClose()
  }
  return (
    <Dialog
      title={t('release:dialog.takeBack')}
      onClose={onBack}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button kind="dan" loading={isLoading} onClick={() => void submit()}>
            {t('release:dialog.takeBack')}
          </Button>
        </>
      )}
    >
      <p>{t('release:dialog.takeBackText')}</p>
      {failed === undefined ? null : (
        <div role="alert">
          <FieldMessage id="take-back-failed">
            {t('release:dialog.failed')} {failed}
          </FieldMessage>
        </div>
      )}
    </Dialog>
  )
}
