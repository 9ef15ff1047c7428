import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { type comparePatients, undoDays } from '@sukoyaka/wire/boards/admin/merge'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { groupCounts } from './fields.ts'
import classes from './MergeCompare.module.css'

const dayMs = 86_400_000

/**
 * The rows of the duplicate by group, what does not move, and until when the merge can be undone. The numbers include rows that will not move because they
 * conflict with a row of the kept patient (unique key); those are known only after the merge.
 */
export function MergeEffects({ comparison: { kept, duplicate, counts } }: { comparison: Reply<typeof comparePatients> }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const rowsByGroup = groupCounts(counts.map(({ table, duplicate: rows }) => ({ table, rows })))
  const until = formatDay(tokyoDay(new Date(Date.now() + undoDays * dayMs)), language, 'weekday')
  return (
    <aside className={classes.effects}>
      <h2>{t('moves.title', { id: duplicate.id })}</h2>
      {rowsByGroup.length === 0 ? <p className={classes.none}>{t('moves.none')}</p> : null}
      <dl>
        {rowsByGroup.map(([group, rows]) => (
          <div key={group}>
            <dt>{t(`group.${group}`)}</dt>
            <dd>{rows}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('stays.title')}</h2>
      <ul>
        {(['signIn', 'double', 'audit'] as const).map((name) => (
          <li key={name}>
            {t(`stays.${name}`)}
            <small>{t(`stays.${name}Text`)}</small>
          </li>
        ))}
      </ul>
      <div className={classes.undo}>
        <IconArrowBackUp aria-hidden />
        <p>
          <b>{t('undoUntil', { day: until })}</b>
          <small>{t('undoText', { id: kept.id })}</small>
        </p>
      </div>
    </aside>
  )
}
