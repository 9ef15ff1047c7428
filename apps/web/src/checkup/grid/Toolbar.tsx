import { IconColumns3, IconDownload, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MarkIcon } from '../../ui/marks.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { downloadText } from '../csv/download.ts'
import { resultsCsv } from '../csv/results-csv.ts'
import { useCsvWords } from '../csv/use-csv-words.ts'
import type { Reader } from '../say.ts'
import { groupWord } from './group-words.ts'
import { type Grid, type Period, periods } from './model.ts'
import classes from './Toolbar.module.css'
import type { View } from './view.ts'

type Props = {
  view: View
  onView: (change: Partial<View>) => void
  groups: readonly string[]
  trouble: number
  reader: Reader
  grid: Grid
  mayWrite: boolean
  onEnter: () => void
  onCompare?: () => void
  isComparing: boolean
}

const tones = ['danger', 'warning', 'unknown'] as const

export function Toolbar({ view, onView, groups, trouble, reader, grid, mayWrite, onEnter, onCompare, isComparing }: Props) {
  const { t } = useTranslation(['results', 'ui'])
  const words = useCsvWords(reader)
  const download = () =>
    downloadText(
      `${t('results:csv.file')}.csv`,
      resultsCsv(
        grid,
        grid.groups.flatMap(({ rows }) => rows),
        words,
      ),
    )
  return (
    <div className={classes.place}>
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchInput label={t('results:search')} value={view.q} onChange={(q) => onView({ q })} />
        </div>
        <label className={classes.select}>
          <span>{t('results:filter.group')}</span>
          <select value={view.group} onChange={(event) => onView({ group: event.currentTarget.value })}>
            <option value="">{t('results:filter.allGroups')}</option>
            {groups.map((group) => (
              <option key={group} value={group}>
                {groupWord(t, group)}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.select}>
          <span>{t('results:filter.period')}</span>
          <select value={view.period} onChange={(event) => onView({ period: event.currentTarget.value as Period })}>
            {periods.map((period) => (
              <option key={period} value={period}>
                {t(`results:period.${period}`)}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={view.trouble}
            checked={view.trouble}
            onChange={(event) => onView({ trouble: event.currentTarget.checked })}
          />
          <span>{t(reader === 'patient' ? 'results:filter.outOfRange' : 'results:filter.trouble')}</span>
          <span className={classes.count}>{t('results:filter.count', { count: trouble })}</span>
        </label>
        <span className={classes.grow} />
        {reader === 'staff' ? (
          <span className={classes.legend}>
            {tones.map((tone) => (
              <span key={tone} className={classes[tone]}>
                <MarkIcon tone={tone} />
                {t(`ui:status.staff.${tone}`)}
              </span>
            ))}
          </span>
        ) : null}
        {grid.count > 0 ? <IconButton label={t('results:csv.all')} icon={<IconDownload aria-hidden />} onClick={download} /> : null}
        {onCompare ? (
          <Button icon={<IconColumns3 aria-hidden />} aria-pressed={isComparing} onClick={onCompare}>
            {t('results:compare.open')}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button icon={<IconPlus aria-hidden />} onClick={onEnter}>
            {t('results:entry.open')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
