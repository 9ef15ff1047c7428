import { canBecome } from '@sukoyaka/rules/test-package'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../../../ui/button/Button.tsx'
import { Segmented } from '../../../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../../../ui/form/FormFailure.tsx'
import { lengthOf } from '../../../../ui/form/length.ts'
import { TextArea } from '../../../../ui/form/TextArea.tsx'
import { TextInput } from '../../../../ui/form/TextInput.tsx'
import { type Form, useForm } from '../../../../ui/form/use-form.ts'
import { Badge } from '../../../../ui/status/Badge.tsx'
import { useChangeTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { bookedPrecautions, mergePrecautions } from '../menu.ts'
import { Notice } from '../Notice.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { DateFields } from './DateFields.tsx'
import edit from './Edit.module.css'
import { type Edit, editOf, editToSend, givesUpDate, mergeTests } from './edit.ts'
import { Precautions } from './Precautions.tsx'
import { TestsField } from './TestsField.tsx'

type Props = { checkup: TestPackage; directory: Directory; allergy?: ReactNode; onClose: () => void }

const maxDetailLength = 5000
const statuses = [testPackageStatus.edit, testPackageStatus.fix, testPackageStatus.complete] as const

/** Checkup fields on the left, saved together; date on the right, where each action saves immediately. */
export function EditDialog({ checkup, directory, allergy, onClose }: Props) {
  const { t } = useTranslation(['booking', 'interview'])
  const [change] = useChangeTestPackageMutation()
  const form = useForm(`test_packages/${checkup.id}/edit`, editOf(checkup), {
    version: checkup.updated_at,
    merge: { test_ids: mergeTests },
    check: ({ detail }) => ({ detail: lengthOf(detail) > maxDetailLength }),
    send: (edit, updated_at) => change({ id: checkup.id, updated_at, ...editToSend(checkup, edit) }),
    messages: { done: t('booking:edit.saved') },
    names: { expected_data_reflection_date: 'expected' },
    onClose,
  })
  const isChanged = form.dialogProps.unsaved
  const [isCancelling, setCancelling] = useState(false)
  const facilityNow = directory.facilities?.find(({ id }) => id === checkup.facility?.id)
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const hasResults = (checkup.result_count ?? 0) > 0 || checkup.provider_judgements.length > 0
  const isBeingArranged = checkup.status === testPackageStatus.edit

  if (isCancelling) return <CancelDialog checkup={checkup} name={name} onBack={() => setCancelling(false)} onDone={form.close} />
  return (
    <FormDialog
      form={form}
      title={t('booking:edit.title')}
      subtitle={name}
      width={1000}
      flush
      isBlocked={!isChanged}
      foot={
        hasResults ? null : (
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setCancelling(true)}>
            {t(isBeingArranged ? 'booking:remove.open' : 'booking:cancel.open')}
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.choices}>
          <About checkup={checkup} />
          <EditFields checkup={checkup} form={form} />
        </div>
        <div className={classes.dates}>
          <DateFields
            checkup={checkup}
            facility={facilityNow}
            isReady={directory.facilities !== undefined}
            // keep the dialog open while it has unsaved input
            onDone={isChanged ? () => undefined : form.close}
          />
          <Precautions lines={mergePrecautions(bookedPrecautions(checkup, facilityNow))} />
          {allergy}
        </div>
      </div>
      {form.failure ? (
        <div className={classes.strip}>
          <FormFailure form={form} />
        </div>
      ) : null}
    </FormDialog>
  )
}

/** Kind, facility, course and options, which cannot be changed. */
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

function EditFields({ checkup, form: { values, put, field } }: { checkup: TestPackage; form: Form<Edit> }) {
  const { t } = useTranslation('booking')
  // a checkup becomes fixed when its date is chosen; until then its status is only shown
  const allowedStatuses =
    checkup.status === testPackageStatus.edit
      ? [testPackageStatus.edit]
      : statuses.filter((status) => canBecome(checkup.status, status, checkup.released_at !== null))
  return (
    <>
      <TestsField value={values.test_ids} onChange={(test_ids) => put({ test_ids })} />
      <div className={edit.state}>
        <span>{t('edit.status')}</span>
        {allowedStatuses.length > 1 ? (
          <Segmented
            label={t('edit.status')}
            value={String(values.status)}
            onChange={(status) => put({ status: Number(status) })}
            options={allowedStatuses.map((status) => ({ value: String(status), label: t(`edit.status.${status}`) }))}
          />
        ) : (
          allowedStatuses.map((status) => <Badge key={status}>{t(`edit.status.${status}`)}</Badge>)
        )}
      </div>
      {givesUpDate(checkup, values) ? <Notice user_id={checkup.user_id} change="arranging" {...field('notify')} /> : null}
      <TextInput label={t('edit.name')} hint={t('edit.nameHint')} maxLength={200} lang="ja" {...field('name')} />
      {checkup.facility ? null : <TextInput label={t('edit.location')} maxLength={200} lang="ja" {...field('location')} />}
      <DatePicker label={t('edit.expected')} {...field('expected')} />
      <TextArea label={t('edit.detail')} maxLength={maxDetailLength} lang="ja" rows={3} {...field('detail')} />
    </>
  )
}
