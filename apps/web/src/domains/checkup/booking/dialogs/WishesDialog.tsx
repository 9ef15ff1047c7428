import type { TestPackage } from '@sukoyaka/wire/record/checkup'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../../api/call-error.ts'
import { useFormDraft } from '../../../../api/form-drafts.ts'
import { SubmitButtons } from '../../../../ui/form/SubmitButtons.tsx'
import { SkeletonLines } from '../../../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useChangeTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { bookedMenuItems, mergePrecautions } from '../menu.ts'
import { type Wish, wishesFrom, wishesToSend } from '../wishes.ts'
import { wordsOf } from '../words.ts'
import { Precautions } from './Precautions.tsx'
import { WishFields } from './WishFields.tsx'

/** A patient proposes preferred dates; staff fix one. */
export function WishesDialog({ checkup, directory, onClose }: { checkup: TestPackage; directory: Directory; onClose: () => void }) {
  const { t } = useTranslation(['booking', 'interview', 'common'])
  const [change, { isLoading }] = useChangeTestPackageMutation()
  const first = useMemo(() => ({ wishes: wishesFrom(checkup.suggested_datetimes) }), [checkup])
  const { value, put, forget } = useFormDraft<{ wishes: Wish[] }>(`test_packages/${checkup.id}/wishes`, first)
  const [failed, setFailed] = useState<string>()
  const facility = directory.facilities?.find(({ id }) => id === checkup.facility_id)
  const menuItems = useMemo(() => bookedMenuItems(facility, checkup), [facility, checkup])
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const leave = () => {
    forget()
    onClose()
  }
  const send = async () => {
    if (isLoading) return
    if (!value.wishes.length) return setFailed(t('booking:wishes.missing'))
    setFailed(undefined)
    const { error } = await change({ id: checkup.id, suggested_datetimes_attributes: wishesToSend(value.wishes) })
    if (error) return setFailed(wordsOf(error as CallError))
    toast.success(t('booking:wishes.saved'))
    leave()
  }
  return (
    <Dialog
      title={t('booking:wishes.title')}
      subtitle={[name, checkup.facility?.display_name].filter(Boolean).join('　')}
      onClose={leave}
      onSubmit={() => void send()}
      unsaved={JSON.stringify(value) !== JSON.stringify(first)}
      footer={(close) => <SubmitButtons label={t('booking:wishes.save')} isBusy={isLoading} onCancel={close} />}
    >
      <div className={classes.section}>
        <p>{t('booking:wishes.lead')}</p>
        {directory.facilities ? (
          <WishFields
            facility={facility ?? null}
            menuItems={menuItems}
            value={value.wishes}
            error={failed}
            onChange={(wishes) => {
              setFailed(undefined)
              put({ wishes })
            }}
          />
        ) : (
          <SkeletonLines count={6} />
        )}
        <Precautions lines={mergePrecautions([checkup.course?.body_local, ...checkup.options.map(({ body_local }) => body_local)])} />
      </div>
    </Dialog>
  )
}
