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
import { type Wish, wishesFrom, wishesToSend } from '../wishes.ts'
import { Precautions } from './Precautions.tsx'
import { WishFields } from './WishFields.tsx'

/** A patient proposes preferred dates; staff fix one. */
export function WishesDialog({ checkup, directory, onClose }: { checkup: TestPackage; directory: Directory; onClose: () => void }) {
  const { t } = useTranslation(['booking', 'interview'])
  const [change] = useChangeTestPackageMutation()
  const form = useForm<{ wishes: Wish[] }>(
    `test_packages/${checkup.id}/wishes`,
    { wishes: wishesFrom(checkup.suggested_datetimes) },
    {
      check: ({ wishes }) => ({ wishes: wishes.length ? undefined : t('booking:wishes.missing') }),
      send: ({ wishes }) => change({ id: checkup.id, suggested_datetimes_attributes: wishesToSend(wishes) }),
      messages: { done: t('booking:wishes.saved') },
      names: { suggested_datetimes_attributes: 'wishes' },
      onClose,
    },
  )
  const facility = directory.facilities?.find(({ id }) => id === checkup.facility_id)
  const menuItems = useMemo(() => bookedMenuItems(facility, checkup), [facility, checkup])
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  return (
    <FormDialog
      form={form}
      title={t('booking:wishes.title')}
      subtitle={[name, checkup.facility?.display_name].filter(Boolean).join('　')}
      submit={t('booking:wishes.save')}
    >
      <div className={classes.section}>
        <p>{t('booking:wishes.lead')}</p>
        {directory.facilities ? <WishFields facility={facility ?? null} menuItems={menuItems} {...form.field('wishes')} /> : <SkeletonLines count={6} />}
        <Precautions lines={mergePrecautions(bookedPrecautions(checkup, facility))} />
      </div>
    </FormDialog>
  )
}
