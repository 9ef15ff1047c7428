import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { DayKind, DeviceSync } from '@sukoyaka/wire/record/device-day'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useGetDeviceDayQuery, useGetDeviceSyncQuery } from './api.ts'
import classes from './Derivation.module.css'
import { Derivation } from './Derivation.tsx'

const kinds = ['steps', 'sleep', 'distance', 'active_energy'] as const satisfies readonly DayKind[]
type ShownKind = (typeof kinds)[number]

/** How the value of a day was derived, with buttons for other days and kinds of values. */
function DerivationOfDay({ user_id, sources, firstDay }: { user_id: number; sources: DeviceSync['sources']; firstDay: string }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const today = tokyoDay(new Date())
  const [day, setDay] = useState(firstDay)
  const [kind, setKind] = useState<ShownKind>('steps')
  const isToday = day >= today
  return (
    <>
      <div className={classes.head}>
        <Segmented label={t('why.kind')} value={kind} onChange={setKind} options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        <div className={classes.days}>
          <IconButton label={t('why.earlier')} icon={<IconChevronLeft aria-hidden />} onClick={() => setDay(addDays(day, -1))} />
          <span aria-live="polite">{formatDate(day, language, { weekday: true })}</span>
          <IconButton
            label={t('why.later')}
            icon={<IconChevronRight aria-hidden />}
            aria-disabled={isToday || undefined}
            onClick={() => (isToday ? undefined : setDay(addDays(day, 1)))}
          />
        </div>
      </div>
      <QueryView query={useGetDeviceDayQuery({ user_id, day, kind })} error={t('why.error')} skeleton={<SkeletonLines count={6} />}>
        {(why) => <Derivation user_id={user_id} why={why} sources={sources} />}
      </QueryView>
    </>
  )
}

export function DerivationCard({ user_id, sources }: { user_id: number; sources: DeviceSync['sources'] }) {
  const { t } = useTranslation('device')
  return (
    <Card title={t('why.title')}>
      <DerivationOfDay user_id={user_id} sources={sources} firstDay={tokyoDay(new Date())} />
    </Card>
  )
}

/** Dialog that explains the numbers of a day. */
export function DerivationDialog({ user_id, day, onClose }: { user_id: number; day: string; onClose: () => void }) {
  const { t } = useTranslation('device')
  return (
    <Dialog title={t('why.title')} width={640} onClose={onClose}>
      <QueryView query={useGetDeviceSyncQuery({ user_id })} error={t('error')} skeleton={<SkeletonLines count={6} />}>
        {({ sources }) => <DerivationOfDay user_id={user_id} sources={sources} firstDay={day} />}
      </QueryView>
    </Dialog>
  )
}
