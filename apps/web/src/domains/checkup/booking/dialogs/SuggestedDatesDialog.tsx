import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { SkeletonLines } from '../../../../ui/loading/Skeleton.tsx'
import { useChangeTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { bookedMenuItems, bookedPrecautions, mergePrecautions } from '../menu.ts'
import { type SuggestedDate, suggestedDatesFrom, suggestedDatesToSend } from '../suggested-dates.ts'
import { Precautions } from './Precautions.tsx'
import { SuggestedDateFields } from './SuggestedDateFields.tsx'

/** Dialog in which a patient suggests dates. Staff fix one of them later. */
export function SuggestedDatesDialog({ checkup, directory, onClose }: { checkup: TestPackage; directory: Directory; onClose: () => void }) {
  const { t } = useTranslation(['booking', 'interview'])
  const [change] = useChangeTestPackageMutation()
  const form = useForm<{ suggestedDates: SuggestedDate[] }>(
    `test_packages/${checkup.id}/suggestedDates`,
    { suggestedDates: suggestedDatesFrom(checkup.suggested_datetimes) },
    {
      check: ({ suggestedDates }) => ({ suggestedDates: suggestedDates.length ? undefined : t('booking:suggestedDates.missing') }),
      send: ({ suggestedDates }) => change({ id: checkup.id, suggested_datetimes_attributes: suggestedDatesToSend(suggestedDates) }),
      messages: { done: t('booking:suggestedDates.saved') },
      names: { suggested_datetimes_attributes: 'suggestedDates' },
      onClose,
    },
  )
  const facility = directory.facilities?.find(({ id }) => id === checkup.facility_id)
  const menuItems = useMemo(() => bookedMenuItems(facility, checkup), [facility, checkup])
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  return (
    <FormDialog
      form={form}
      title={t('booking:suggestedDates.title')}
      subtitle={[name, checkup.facility?.display_name].filter(Boolean).join('　')}
      submit={t('booking:suggestedDates.save')}
    >
      <div className={classes.section}>
        <p>{t('booking:suggestedDates.lead')}</p>
        {directory.facilities ? (
          <SuggestedDateFields facility={facility ?? null} menuItems={menuItems} {...form.field('suggestedDates')} />
        ) : (
          <SkeletonLines count={6} />
        )}
        <Precautions lines={mergePrecautions(bookedPrecautions(checkup, facility))} />
      </div>
    </FormDialog>
  )
}
