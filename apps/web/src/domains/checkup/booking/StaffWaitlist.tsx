import { type DatedPackage, isDated } from '@sukoyaka/rules/test-package'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconClockUp } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useListWaitlistQuery, useRemoveWaitlistEntryMutation } from './api.ts'
import classes from './TestPackages.module.css'

const WaitDialog = lazyNamed(() => import('./dialogs/WaitDialog.tsx'), 'WaitDialog')

/** Puts a patient on the waitlist for an earlier date or takes them off it. Shown only for a fixed date at a facility after tomorrow. */
export function StaffWaitlist({ checkup }: { checkup: TestPackage }) {
  const isFixed = checkup.status === testPackageStatus.fix && checkup.facility !== null
  return isFixed && isDated(checkup) && tokyoDay(checkup.tested_at) > addDays(tokyoDay(new Date()), 1) ? <Entry checkup={checkup} /> : null
}

function Entry({ checkup }: { checkup: DatedPackage }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const { currentData } = useListWaitlistQuery({ user_id: checkup.user_id })
  const [remove, { isLoading }] = useRemoveWaitlistEntryMutation()
  const [isOpen, setOpen] = useState(false)
  if (!currentData) return null
  const entry = currentData.items.find(({ test_package_id, state }) => test_package_id === checkup.id && (state === 'waiting' || state === 'offered'))
  const stop = (id: number) => void save(() => remove({ id }), { done: t('waitStaff.stopped'), failed: t('save.failed') })
  return (
    <div className={classes.wait}>
      {entry ? (
        <>
          <p className={classes.line}>
            {entry.offer
              ? t('waitStaff.offered', { day: formatDate(entry.offer.starts_at, language, { time: true }) })
              : t('waitStaff.waiting', { from: formatDate(entry.earliest, language), to: formatDate(entry.latest, language) })}
          </p>
          <Button kind="ghost" size="small" loading={isLoading} onClick={() => stop(entry.id)}>
            {t('waitStaff.stop')}
          </Button>
        </>
      ) : (
        <Button kind="ghost" size="small" icon={<IconClockUp aria-hidden />} onClick={() => setOpen(true)}>
          {t('waitStaff.open')}
        </Button>
      )}
      <Suspense>{isOpen ? <WaitDialog checkup={checkup} isStaff onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  )
}
