import { IconColumns3, IconDownload, IconFileText, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { FilterBar, FilterSelect, FilterSwitch } from '../../../ui/layout/FilterBar.tsx'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { useSaveCsv } from '../csv/use-save-csv.ts'
import { maxPerItem } from '../prefetch.ts'
import type { Audience } from '../spoken.ts'
import { groupWord } from './group-words.ts'
import { type Grid, isCut, type Period, periods } from './model.ts'
import classes from './Toolbar.module.css'
import type { View } from './view.ts'

type Props = {
  view: View
  onView: (change: Partial<View>) => void
  groups: readonly string[]
  abnormalCount: number
  audience: Audience
  grid: Grid
  /** Page for the entry of results; undefined without permission. */
  entryPath: string | undefined
  reportPath: string
  onCompare?: () => void
  isComparing: boolean
}

const tones = ['danger', 'warning', 'unknown'] as const

export function Toolbar({ view, onView, groups, abnormalCount, audience, grid, entryPath, reportPath, onCompare, isComparing }: Props) {
  const { t } = useTranslation(['results', 'ui'])
  const saveCsv = useSaveCsv(grid, audience)
  const isAnyCut = grid.groups.some(({ rows }) => rows.some(isCut))
  return (
    <div className={classes.place}>
      <FilterBar>
        <div className={classes.search}>
          <SearchInput label={t('results:search')} value={view.q} onChange={(q) => onView({ q })} />
        </div>
        <FilterSelect label={t('results:filter.group')} value={view.group} onChange={(group) => onView({ group })}>
          <option value="">{t('results:filter.allGroups')}</option>
          {groups.map((group) => (
            <option key={group} value={group}>
              {groupWord(t, group)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={t('results:filter.period')} value={view.period} onChange={(period) => onView({ period: period as Period })}>
          {periods.map((period) => (
            <option key={period} value={period}>
              {t(`results:period.${period}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSwitch
          label={t(audience === 'patient' ? 'results:filter.outOfRange' : 'results:filter.trouble')}
          count={t('results:filter.count', { count: abnormalCount })}
          checked={view.onlyAbnormal}
          onChange={(onlyAbnormal) => onView({ onlyAbnormal })}
        />
        <span className={classes.grow} />
        {audience === 'staff' ? (
          <span className={classes.legend}>
            {tones.map((tone) => (
              <span key={tone} className={classes[tone]}>
                <MarkIcon tone={tone} />
                {t(`ui:status.staff.${tone}`)}
              </span>
            ))}
          </span>
        ) : null}
        {grid.count > 0 ? (
          <IconButton label={t('results:csv.all')} icon={<IconDownload aria-hidden />} onClick={() => void saveCsv(t('results:csv.file'))} />
        ) : null}
        {onCompare ? (
          <Button icon={<IconColumns3 aria-hidden />} aria-pressed={isComparing} onClick={onCompare}>
            {t('results:compare.open')}
          </Button>
        ) : null}
        <ButtonLink icon={<IconFileText aria-hidden />} to={reportPath}>
          {t('results:report')}
        </ButtonLink>
        {entryPath ? (
          <ButtonLink icon={<IconPlus aria-hidden />} to={entryPath}>
            {t('results:entry.open')}
          </ButtonLink>
        ) : null}
      </FilterBar>
      {isAnyCut ? <p className={classes.cut}>{t('results:grid.cut', { count: maxPerItem })}</p> : null}
    </div>
  )
}
