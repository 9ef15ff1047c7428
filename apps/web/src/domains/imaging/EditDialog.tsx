import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useChangeImageTestResultMutation } from './api.ts'
import { changesIn, type Draft, draftOf, maxFindingLength } from './draft.ts'
import classes from './EditDialog.module.css'
import { RemoveFileDialog, RemoveResultDialog } from './RemoveDialogs.tsx'
import { FindingFields, type Missing, useMissing, WhatAndWhen } from './ResultFields.tsx'
import { reasonOf, useWords } from './words.ts'

const UploadDialog = lazyNamed(() => import('./upload/UploadDialog.tsx'), 'UploadDialog')

type Props = { latest: ImageTestResult; onClose: () => void; onRemoved: () => void }

/** Edits finding, category and date, and adds or removes files. On a conflict it shows the saved version before overwriting it. */
export function EditDialog({ latest, onClose, onRemoved }: Props) {
  const { t } = useTranslation(['imaging', 'common'])
  const [first] = useState(latest)
  const { name, day } = useWords('staff')(latest)
  const [change, { isLoading }] = useChangeImageTestResultMutation()
  const { value: draft, put, forget } = useFormDraft<Draft>(`image_test_results/${first.id}`, draftOf(first))
  const [missing, setMissing] = useState<Missing>({})
  const [failed, setFailed] = useState<string>()
  const [isConflict, setIsConflict] = useState(false)
  const [subDialog, setSubDialog] = useState<'remove' | 'add' | number>()
  const missingIn = useMissing()

  const leave = () => {
    forget()
    onClose()
  }
  const isChanged = draft.day === null || Object.keys(changesIn(draft as Parameters<typeof changesIn>[0], first)).length > 0
  const save = async () => {
    const missingFields = missingIn(draft)
    setMissing(missingFields)
    if (isLoading || Object.keys(missingFields).length || lengthOf(draft.finding) > maxFindingLength) return
    if (!isChanged) return leave()
    const { error } = await change({
      id: first.id,
      // file changes update `updated_at` too and must not cause a 409
      updated_at: (isConflict || latest.finding === first.finding ? latest : first).updated_at,
      ...changesIn(draft as Parameters<typeof changesIn>[0], first),
    })
    if (error) {
      if ((error as CallError).code === 'conflict') setIsConflict(true)
      return setFailed(reasonOf(error) ?? '')
    }
    toast.success(t('imaging:edit.saved'))
    leave()
  }
  const file = typeof subDialog === 'number' ? latest.images.find(({ id }) => id === subDialog) : undefined
  return (
    <>
      <Dialog
        title={t('imaging:edit.title')}
        subtitle={t('imaging:view.title', { name, day })}
        width={640}
        onClose={leave}
        onSubmit={() => void save()}
        unsaved={isChanged}
        footer={(close) => (
          <>
            <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setSubDialog('remove')}>
              {t('imaging:remove.open')}
            </Button>
            <SubmitButtons isBusy={isLoading} onCancel={close} />
          </>
        )}
      >
        <div className={classes.fields}>
          <FindingFields draft={draft} onChange={put} />
          <WhatAndWhen draft={draft} onChange={put} missing={missing} />
          <div className={classes.files}>
            <h3>{t('imaging:edit.files')}</h3>
            <ul>
              {latest.images.map(({ id, variants }, at) => (
                <li key={id} className={classes.file}>
                  {variants ? <img src={variants.small} alt="" /> : <span className={classes.video}>{t('imaging:card.video')}</span>}
                  <IconButton
                    size="small"
                    label={t('imaging:edit.removeFile', { at: at + 1 })}
                    icon={<IconTrash aria-hidden />}
                    onClick={() => setSubDialog(id)}
                  />
                </li>
              ))}
              <li>
                <Button size="small" icon={<IconPlus aria-hidden />} onClick={() => setSubDialog('add')}>
                  {t('imaging:tab.add')}
                </Button>
              </li>
            </ul>
          </div>
          {failed === undefined ? null : (
            <div role="alert">
              <FieldMessage id="image-failed">
                {t('imaging:edit.failed')} {failed}
              </FieldMessage>
              {isConflict ? <p className={classes.theirs}>{t('imaging:edit.theirs', { finding: latest.finding })}</p> : null}
            </div>
          )}
        </div>
      </Dialog>
      {subDialog === 'remove' ? (
        <RemoveResultDialog
          result={latest}
          onClose={() => setSubDialog(undefined)}
          onRemoved={() => {
            leave()
            onRemoved()
          }}
        />
      ) : null}
      {file ? <RemoveFileDialog result={latest} image_id={file.id} onClose={() => setSubDialog(undefined)} /> : null}
      <Suspense>{subDialog === 'add' ? <UploadDialog user_id={latest.user_id} result={latest} onClose={() => setSubDialog(undefined)} /> : null}</Suspense>
    </>
  )
}
