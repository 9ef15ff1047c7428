import { hasLipidTarget } from '@sukoyaka/rules/record/laboratory/lipid-target'
import { formatChange, formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { IconChevronRight, IconDownload, IconPhoto } from '@tabler/icons-react'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Chart, type ChartHandle } from '../../../ui/chart/Chart.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import type { Category } from '../api.ts'
import { downloadImage } from '../csv/download.ts'
import { useSaveCsv } from '../csv/use-save-csv.ts'
import { rowsById } from '../entry/items.ts'
import { Explanation } from '../explain/Explanation.tsx'
import { useCompleteGrid } from '../grid/complete.ts'
import { type Grid, periods, type Row } from '../grid/model.ts'
import type { Audience } from '../spoken.ts'
import { chartHeight } from './chart-option.ts'
import classes from './Drawer.module.css'
import { History } from './History.tsx'
import type { ChartMark, Related } from './marks.ts'
import { NewestValue } from './NewestValue.tsx'
import { figuresOf } from './period.ts'
import { useChart, useChartLabel } from './use-chart.ts'

const LipidTarget = lazyNamed(() => import('./LipidTarget.tsx'), 'LipidTarget')

export type DrawerProps = {
  row: Row
  grid: Grid
  audience: Audience
  mayWrite: boolean
  related: readonly Related[]
  marks: readonly ChartMark[]
}

export function Body({ row: shownRow, grid: shownGrid, audience, mayWrite, related, marks }: DrawerProps) {
  const { t } = useTranslation('results')
  const chart = useRef<ChartHandle>(null)
  const { category } = shownRow
  const { grid, isComplete } = useCompleteGrid(shownGrid, (each) => each.category.id === category.id)
  const row = rowsById(grid).get(category.id) ?? shownRow
  const saveCsv = useSaveCsv(grid, audience)
  const { period, changePeriod, isOverlaid, setOverlaid, results, events, option } = useChart({ row, grid, marks })
  const label = useChartLabel(row, results)
  const savePicture = () => {
    const image = chart.current?.image()
    if (image) downloadImage(`${category.display_name}.png`, image)
  }
  return (
    <div className={classes.body}>
      <NewestValue row={row} audience={audience} />
      {audience === 'patient' ? <Explanation {...row} /> : null}
      {audience === 'staff' && hasLipidTarget(category.name) ? (
        <Suspense>
          <LipidTarget user_id={row.newest.user_id} category={category} newest={row.newest} />
        </Suspense>
      ) : null}
      <div className={classes.choices}>
        <Segmented
          label={t('filter.period')}
          value={period}
          onChange={changePeriod}
          options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
        />
        {marks.length > 0 ? (
          <label className={classes.switch}>
            <input
              type="checkbox"
              role="switch"
              aria-checked={isOverlaid}
              checked={isOverlaid}
              onChange={(event) => setOverlaid(event.currentTarget.checked)}
            />
            {t('drawer.overlay')}
          </label>
        ) : null}
      </div>
      {isComplete ? null : <p className={classes.note}>{t('cut')}</p>}
      {results.length > 0 ? (
        <Chart label={label} height={chartHeight} option={option} handle={chart} />
      ) : (
        <p className={classes.noValues}>{t('drawer.noValues')}</p>
      )}
      {isOverlaid && events.length > 0 && results.length > 0 ? <Events events={events} /> : null}
      <Figures results={results} category={category} />
      {related.length > 0 ? <RelatedList related={related} /> : null}
      <History key={category.id} row={row} grid={grid} audience={audience} mayWrite={mayWrite} />
      <div className={classes.out}>
        <Button
          size="small"
          icon={<IconDownload aria-hidden />}
          onClick={() => void saveCsv(category.display_name, (each) => each.category.id === category.id)}
        >
          {t('csv.one')}
        </Button>
        {results.length > 0 ? (
          <Button size="small" icon={<IconPhoto aria-hidden />} onClick={savePicture}>
            {t('drawer.picture')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Events({ events }: { events: readonly ChartMark[] }) {
  const { t } = useTranslation('results')
  return (
    <details className={classes.events}>
      <summary>{t('drawer.events', { count: events.length })}</summary>
      <ul className={classes.marks}>
        {events.map((mark) => (
          <li key={`${mark.at} ${mark.kind} ${mark.text}`}>
            <time dateTime={mark.at}>{showDay(mark.at)}</time> {t(`mark.${mark.kind}`)} {mark.text}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Figures({ results, category }: { results: readonly TestResult[]; category: Category }) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const figures = figuresOf(results)
  if (!figures) return null
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('grid.change')}</dt>
        <dd>{figures.before ? formatChange(figures.before, figures.last, category, language) : '–'}</dd>
      </div>
      <div>
        <dt>{t('drawer.max')}</dt>
        <dd>{formatValue(figures.max, category)}</dd>
      </div>
      <div>
        <dt>{t('drawer.min')}</dt>
        <dd>{formatValue(figures.min, category)}</dd>
      </div>
      {figures.mean === undefined || category.value_labels ? null : (
        <div>
          <dt>{t('drawer.mean', { count: figures.count })}</dt>
          <dd>{formatValue({ value: figures.mean }, category)}</dd>
        </div>
      )}
    </dl>
  )
}

function RelatedList({ related }: { related: readonly Related[] }) {
  const { t } = useTranslation('results')
  return (
    <>
      <h3>{t('drawer.related')}</h3>
      <ul className={classes.related}>
        {related.map(({ id, name, note, tone, onOpen }) => (
          <li key={id}>
            <button type="button" disabled={!onOpen} onClick={onOpen}>
              <MarkIcon tone={tone} />
              <span className={classes.relatedName}>{name}</span>
              <span className={classes.note}>{note}</span>
              {onOpen ? <IconChevronRight aria-hidden /> : null}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
