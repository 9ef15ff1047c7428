import { canBecome } from '@sukoyaka/rules/test-package'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CallError } from '../../../../api/call-error.ts'
import { useFormDraft } from '../../../../api/form-drafts.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Segmented } from '../../../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { lengthOf } from '../../../../ui/form/length.ts'
import { SubmitButtons } from '../../../../ui/form/SubmitButtons.tsx'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { Badge } from '../../../../ui/status/Badge.tsx'
import { useChangeTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { mergePrecautions } from '../menu.ts'
import { wordsOf } from '../words.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { DateFields } from './DateFields.tsx'
import edit from './Edit.module.css'
import { type Edit, type Editing, editingOf, editOf, editToSend, rebaseDraft } from './edit.ts'
import { Precautions } from './Precautions.tsx'
import { TestsField } from './TestsField.tsx'

type Props = { checkup: TestPackage; patient: string; directory: Directory; allergy?: ReactNode; onClose: () => void }

const maxDetailLength = 5000
const statuses = [testPackageStatus.edit, testPackageStatus.fix, testPackageStatus.complete] as const

/** Draft of the edited fields, merged with concurrent saves, and saving. */
const useEditing = (checkup: TestPackage, onClose: () => void) => {
  const { t } = useTranslation('booking')
  const [change, { isLoading }] = useChangeTestPackageMutation()
  const { value: draft, set, forget } = useFormDraft<Editing>(`test_packages/${checkup.id}/edit`, editingOf(checkup))
  const editing = rebaseDraft(draft, checkup)
  const value = editing.edit
  const put = (change: Partial<Edit>) => set({ ...editing, edit: { ...value, ...change } })
  useEffect(() => {
    if (editing !== draft) set(editing)
  })
  const [failure, setFailure] = useState<string>()
  const isChanged = JSON.stringify(value) !== JSON.stringify(editOf(checkup))

  const leave = () => {
    forget()
    onClose()
  }
  const save = async () => {
    if (isLoading || lengthOf(value.detail) > maxDetailLength) return
    setFailure(undefined)
    const { error } = await change({ id: checkup.id, updated_at: editing.known_at, ...editToSend(checkup, value) })
    if (error) {
      // report the conflict once: the next save overwrites what is shown now
      if ((error as CallError).code === 'conflict') set({ ...editing, known_at: editing.base_at })
      return setFailure(wordsOf(error as CallError))
    }
    toast.success(t('edit.saved'))
    leave()
  }
  return { value, put, failure, isChanged, isLoading, leave, save }
}

/** Checkup fields on the left, saved together; date on the right, where each action saves immediately. */
export function EditDialog({ checkup, patient, directory, allergy, onClose }: Props) {
  const { t } = useTranslation(['booking', 'interview', 'common'])
  const { value, put, failure, isChanged, isLoading, leave, save } = useEditing(checkup, onClose)
  const [isCancelling, setCancelling] = useState(false)
  const { facility } = checkup
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const hasResults = (checkup.result_count ?? 0) > 0
  const isBeingArranged = checkup.status === testPackageStatus.edit

  if (isCancelling) return <CancelDialog checkup={checkup} name={name} onBack={() => setCancelling(false)} onDone={leave} />
  return (
    <Dialog
      title={t('booking:edit.title')}
      subtitle={`${name}　${patient}`}
      width={1000}
      flush
      onClose={leave}
      onSubmit={() => void save()}
      unsaved={isChanged}
      footer={(close) => (
        <>
          {hasResults ? null : (
            <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setCancelling(true)}>
              {t(isBeingArranged ? 'booking:remove.open' : 'booking:cancel.open')}
            </Button>
          )}
          <SubmitButtons isBusy={isLoading} isBlocked={!isChanged} onCancel={close} />
        </>
      )}
    >
      <div className={classes.columns}>
        <div className={classes.choices}>
          <About checkup={checkup} />
          <EditFields checkup={checkup} value={value} onChange={put} />
        </div>
        <div className={classes.dates}>
          <DateFields
            checkup={checkup}
            facility={directory.facilities?.find(({ id }) => id === facility?.id)}
            isReady={directory.facilities !== undefined}
            // keep the dialog open while it has unsaved input
            onDone={isChanged ? () => undefined : leave}
          />
          <Precautions lines={mergePrecautions([checkup.course?.body_local, ...checkup.options.map(({ body_local }) => body_local)])} />
          {allergy}
        </div>
      </div>
      {failure === undefined ? null : (
        <div className={classes.strip} role="alert">
          <FieldMessage id="checkup-failed">{failure}</FieldMessage>
        </div>
      )}
    </Dialog>
  )
}

/** Kind, facility and course, which cannot be changed. */
function About({ checkup }: { checkup: TestPackage }) {
  const { t } = useTranslation('booking')
  const { facility } = checkup
  return (
    <dl className={edit.about}>
      <dt>{t('edit.kind')}</dt>
      <dd>{t(`kind.${checkup.kind}`)}</dd>
      {facility ? (
        <>
          <dt>{t('edit.facility')}</dt>
          <dd>
            <Link to={`/facilities/${facility.id}`} aria-label={t('edit.facilityOpen', { name: facility.display_name })}>
              {facility.display_name}
            </Link>
          </dd>
        </>
      ) : null}
      {checkup.menu_text ? (
        <>
          <dt>{t('edit.menu')}</dt>
          <dd lang="ja">{checkup.menu_text}</dd>
        </>
      ) : null}
    </dl>
  )
}

type EditFieldsProps = { checkup: TestPackage; value: Edit; onChange: (change: Partial<Edit>) => void }

function EditFields({ checkup, value, onChange }: EditFieldsProps) {
  const { t } = useTranslation('booking')
  const allowedStatuses = statuses.filter((status) => canBecome(checkup.status, status, checkup.released_at !== null))
  return (
    <>
      <TestsField value={value.test_ids} onChange={(test_ids) => onChange({ test_ids })} />
      <div className={edit.state}>
        <span>{t('edit.status')}</span>
        {allowedStatuses.length > 1 ? (
          <Segmented
            label={t('edit.status')}
            value={String(value.status)}
            onChange={(status) => onChange({ status: Number(status) })}
            options={allowedStatuses.map((status) => ({ value: String(status), label: t(`edit.status.${status}`) }))}
          />
        ) : (
          allowedStatuses.map((status) => <Badge key={status}>{t(`edit.status.${status}`)}</Badge>)
        )}
      </div>
      <TextInput
        label={t('edit.name')}
        hint={t('edit.nameHint')}
        value={value.name}
        maxLength={200}
        lang="ja"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {checkup.facility ? null : (
        <TextInput
          label={t('edit.location')}
          value={value.location}
          maxLength={200}
          lang="ja"
          onChange={(event) => onChange({ location: event.currentTarget.value })}
        />
      )}
      <DatePicker label={t('edit.expected')} value={value.expected} onChange={(expected) => onChange({ expected })} />
      <TextArea label={t('edit.detail')} value={value.detail} maxLength={maxDetailLength} lang="ja" rows={3} onChange={(detail) => onChange({ detail })} />
    </>
  )
}
