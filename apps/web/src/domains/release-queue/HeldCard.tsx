import { fullName } from '@sukoyaka/rules/person'
import { holdSeconds, type ReleaseHold, type ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { useSecondsLeft } from '../../ui/date/use-seconds-left.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'
import classes from './Queue.module.css'

export type HeldItem = ReleaseItem & { hold: ReleaseHold }
export const isHeld = (item: ReleaseItem): item is HeldItem => item.hold !== null

const maxNames = 5

type Props = { items: readonly HeldItem[]; isStopping: boolean; onStop: (items: readonly HeldItem[]) => void }

/** Such as `0:42`. */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Releases that can still be stopped; checkups that were held together are one entry. */
export function HeldCard({ items, isStopping, onStop }: Props) {
  const { t } = useTranslation('release_queue')
  if (!items.length) return null
  const batches = Map.groupBy(items, ({ hold }) => `${hold.releases_at} ${hold.held_by.id}`)
  return (
    <ul className={classes.held} aria-label={t('held.title')}>
      {[...batches].map(([key, batch]) => (
        <Batch key={key} items={batch} isStopping={isStopping} onStop={() => onStop(batch)} />
      ))}
    </ul>
  )
}

function Batch({ items, isStopping, onStop }: { items: readonly HeldItem[]; isStopping: boolean; onStop: () => void }) {
  const { t } = useTranslation('release_queue')
  const language = useLanguage()
  const { held_by, releases_at, seconds_left } = items[0]!.hold
  const seconds = useSecondsLeft(seconds_left, true)
  const names = items
    .slice(0, maxNames)
    .map(({ patient }) => fullName(patient, language))
    .join(listSeparator(language))
  const more = items.length - maxNames
  return (
    <li className={classes.batch}>
      <span className={classes.clock} role="timer" aria-live="off">
        {clockOf(seconds)}
      </span>
      <div className={classes.batchWords}>
        <p className={classes.batchTitle}>{t(seconds ? 'held.waiting' : 'held.releasing', { count: items.length })}</p>
        <p>
          <span lang="ja">{names}</span>
          {more > 0 ? ` ${t('held.more', { count: more })}` : ''}
        </p>
        <p className={classes.facts}>{t('held.text', { time: formatTime(releases_at), name: fullName(held_by, language) })}</p>
      </div>
      <Button icon={<IconHandStop aria-hidden />} loading={isStopping} aria-label={t('held.stopNamed', { names })} onClick={onStop}>
        {t('held.stop')}
      </Button>
      <span className={classes.remaining} style={{ inlineSize: `${(100 * seconds) / holdSeconds}%` }} aria-hidden />
    </li>
  )
}
