import type { DatedPackage } from '@sukoyaka/rules/test-package'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { WaitlistEntry } from '@sukoyaka/wire/record/booking'
import { IconBellRinging, IconClockUp } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { useAcceptOfferMutation, useDeclineOfferMutation, useListWaitlistQuery, useRemoveWaitlistEntryMutation } from './api.ts'
import classes from './MyCheckups.module.css'
import { timeLeft } from './time-left.ts'
import { useNow } from './use-now.ts'

const WaitDialog = lazyNamed(() => import('./dialogs/WaitDialog.tsx'), 'WaitDialog')

/** Waitlist for an earlier date: join or leave it, accept or decline an offer. `children` are the other actions. */
export function EarlierDateOffer({ checkup, children }: { checkup: DatedPackage; children: ReactNode }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const { currentData } = useListWaitlistQuery({ user_id: checkup.user_id })
  const [remove, { isLoading }] = useRemoveWaitlistEntryMutation()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const entry = currentData?.items.find(({ test_package_id, state }) => test_package_id === checkup.id && (state === 'waiting' || state === 'offered'))
  const day = (at: string) => formatSentenceDate(at, language, { time: false })
  return (
    <>
      {entry?.offer ? <Offer entry={entry} /> : null}
      {entry && !entry.offer ? <p className={classes.quiet}>{t('wait.waiting', { from: day(entry.earliest), to: day(entry.latest) })}</p> : null}
      <div className={classes.actions}>
        {children}
        {entry ? (
          <Button
            kind="ghost"
            loading={isLoading}
            onClick={() => void save(() => remove({ id: entry.id }), { done: t('wait.stopped'), failed: t('save.failed') })}
          >
            {t('wait.stop')}
          </Button>
        ) : currentData && checkup.facility && tokyoDay(checkup.tested_at) > addDays(tokyoDay(new Date()), 1) ? (
          <Button kind="ghost" icon={<IconClockUp aria-hidden />} onClick={() => setIsDialogOpen(true)}>
            {t('wait.open')}
          </Button>
        ) : null}
      </div>
      <Suspense>{isDialogOpen ? <WaitDialog checkup={checkup} onClose={() => setIsDialogOpen(false)} /> : null}</Suspense>
    </>
  )
}

function Offer({ entry }: { entry: WaitlistEntry }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const [accept, accepting] = useAcceptOfferMutation()
  const [decline, declining] = useDeclineOfferMutation()
  const now = useNow()
  const { offer } = entry
  if (!offer) return null
  const left = timeLeft(offer.expires_at, now)
  const isBusy = accepting.isLoading || declining.isLoading
  return (
    <section className={classes.offer} aria-label={t('offer.title')}>
      <h4>
        <IconBellRinging aria-hidden />
        {t('offer.title')}
      </h4>
      <p>{t('offer.at', { day: formatSentenceDate(offer.starts_at, language) })}</p>
      <p className={classes.quiet}>{left ? t(left.hours ? 'offer.leftHours' : 'offer.leftMinutes', left) : t('offer.over')}</p>
      {left ? (
        <div className={classes.actions}>
          <Button
            kind="primary"
            loading={accepting.isLoading}
            onClick={() => isBusy || void save(() => accept({ id: offer.id }), { done: t('offer.accepted'), failed: t('save.failed') })}
          >
            {t('offer.accept')}
          </Button>
          <Button
            kind="secondary"
            loading={declining.isLoading}
            onClick={() => isBusy || void save(() => decline({ id: offer.id }), { done: t('offer.declined'), failed: t('save.failed') })}
          >
            {t('offer.decline')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
