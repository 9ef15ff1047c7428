import type { ReleaseGroup } from '@sukoyaka/wire/boards/release-queue'
import { IconPhone } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Queue.module.css'

/** A group of the queue with its size and an instruction. */
export function GroupCard({ group, count, action, children }: { group: ReleaseGroup; count: number; action?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('release_queue')
  const id = useId()
  return (
    <section className={classes.group} data-group={group} aria-labelledby={id}>
      <header className={classes.groupHead}>
        {group === 'urgent' ? <IconPhone className={classes.groupIcon} aria-hidden /> : null}
        <h2 id={id} className={classes.groupTitle}>
          {t(`group.${group}`)} <span className={classes.count}>{t('count.checkups', { count })}</span>
        </h2>
        <p className={classes.rule}>{t(`group.${group}Text`)}</p>
        {action}
      </header>
      {children}
    </section>
  )
}
