import { printUnit } from '@sukoyaka/rules/record/answer'
import { printRange, printValue } from '@sukoyaka/rules/record/checkup'
import { tokyoDay } from '@sukoyaka/rules/time'
import { IconChevronRight, IconDownload, IconPhoto } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { Chart, type ChartHandle } from '../../../ui/chart/Chart.tsx'
import { RangeBar } from '../../../ui/chart/RangeBar.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { MarkIcon, type Status } from '../../../ui/status/marks.tsx'
import { StatusMark } from '../../../ui/status/StatusMark.tsx'
import { scaleOf } from '../abnormal.ts'
import { downloadImage, downloadText } from '../csv/download.ts'
import { resultsCsv } from '../csv/results-csv.ts'
import { useCsvWords } from '../csv/use-csv-words.ts'
import { type Grid, type Period, periods, type Row, sideOf } from '../grid/model.ts'
import { type Reader, signed } from '../say.ts'
import { chartHeight, chartOption } from './chart-option.ts'
import classes from './Drawer.module.css'
import { dayOf, figuresOf, spanOf, timeOfDay, within } from './figures.ts'
import { History } from './History.tsx'
import type { ChartMark, Related } from './marks.ts'

export type DrawerProps = {
  row: Row
  grid: Grid
  reader: Reader
  mayWrite: boolean
  related: readonly Related[]
  marks: readonly ChartMark[]
}

const startingWidth = 472
let keptPeriod: Period = 'all'

export function Body({ row, grid, reader, mayWrite, related, marks }: DrawerProps) {
  const { t } = useTranslation(['results', 'ui'])
  const language = useLanguage()
  const chart = useRef<ChartHandle>(null)
  const words = useCsvWords(reader)
  // Keep the period when moving to the next item.
  const [period, setPeriod] = useState<Period>(keptPeriod)
  const [overlaid, setOverlaid] = useState(true)
  const { category, newest, range } = row
  const today = tokyoDay(new Date())
  const results = useMemo(() => within(row.results, period, today), [row, period, today])
  const span = useMemo(() => spanOf(results, period, today), [results, period, today])
  const inSpan = useMemo(
    () => marks.filter(({ at }) => timeOfDay(at) >= span.from && timeOfDay(at) <= span.to).toSorted((a, b) => a.at.localeCompare(b.at)),
    [marks, span],
  )
  const figures = figuresOf(results)
  const unit = printUnit(category.unit_display, language)
  const print = (value: number) => printValue(value, category.decimals)
  const printed = range ? printRange(range.healthy, category.decimals) : ''
  const side = sideOf(newest, range)
  const option = useCallback(
    (colors: Parameters<ReturnType<typeof chartOption>>[0]) =>
      chartOption({
        results,
        rangeOf: grid.rangeOf,
        decimals: category.decimals,
        unit,
        ...span,
        marks: overlaid ? inSpan.map(({ at, kind }) => ({ at, label: t(`results:mark.${kind}`) })) : [],
        width: startingWidth,
        rangeWord: (text) => t('results:drawer.range', { range: text }),
        dayOf: (at) => showDay(dayOf(at)),
      })(colors),
    [results, grid, category, span, inSpan, overlaid, t, unit],
  )
  const sentence = () => {
    const first = results[0]
    const last = results.at(-1)
    if (!first || !last) return t('results:drawer.noValues')
    const spoken = {
      name: category.display_name,
      year: dayOf(first.recorded_at).slice(0, 4),
      count: results.length,
      first: print(first.value),
      last: print(last.value),
    }
    const trend = results.length === 1 ? 'one' : last.value > first.value ? 'up' : last.value < first.value ? 'down' : 'same'
    const said = t(`results:drawer.said.${trend}`, spoken)
    return printed ? t('results:drawer.said.range', { said, range: printed }) : said
  }
  const change = (next: Period) => {
    keptPeriod = next
    setPeriod(next)
  }
  const asCsv = () => downloadText(`${category.display_name}.csv`, resultsCsv(grid, [row], words))
  const asPicture = () => {
    const image = chart.current?.image()
    if (image) downloadImage(`${category.display_name}.png`, image)
  }
  return (
    <div className={classes.body}>
      <div className={classes.now}>
        <p className={classes.big}>
          {print(newest.value)} <span className={classes.unit}>{unit}</span>
        </p>
        {range || reader === 'staff' ? (
          <p className={`${classes.badge} ${classes[`s${newest.status ?? 'x'}`]}`}>
            <StatusMark status={newest.status as Status | null} reader={reader} direction={side} />
            {side && reader === 'staff' ? (
              <>
                <span aria-hidden="true">{side === 'high' ? 'H' : 'L'}</span>
                <span className="visually-hidden">{t(`ui:flag.${side}`)}</span>
              </>
            ) : null}
          </p>
        ) : null}
        <div className={classes.bar}>
          {range ? (
            <>
              <RangeBar
                value={newest.value}
                status={newest.status as Status | null}
                band={range.healthy}
                {...scaleOf(newest.value, range)}
                width={156}
                label={t('results:drawer.bar', { value: `${print(newest.value)} ${unit}`, range: printed })}
              />
              <p className={classes.rangeText}>
                {t('results:drawer.range', { range: printed })}
                {range.sex === 'any' ? '' : t(`results:drawer.for.${range.sex}`)}
              </p>
            </>
          ) : null}
        </div>
        <p className={classes.when}>
          {t('results:drawer.newest', { day: showDay(dayOf(newest.recorded_at)) })}
          {newest.is_serious && reader === 'staff' ? <span className={classes.serious}>{t('results:grid.serious')}</span> : null}
        </p>
      </div>
      <div className={classes.choices}>
        <Segmented
          label={t('results:filter.period')}
          value={period}
          onChange={change}
          options={periods.map((value) => ({ value, label: t(`results:period.${value}`) }))}
        />
        {marks.length > 0 ? (
          <label className={classes.switch}>
            <input type="checkbox" role="switch" aria-checked={overlaid} checked={overlaid} onChange={(event) => setOverlaid(event.currentTarget.checked)} />
            {t('results:drawer.overlay')}
          </label>
        ) : null}
      </div>
      {results.length > 0 ? (
        <Chart label={sentence()} height={chartHeight} option={option} handle={chart} />
      ) : (
        <p className={classes.noValues}>{t('results:drawer.noValues')}</p>
      )}
      {overlaid && inSpan.length > 0 && results.length > 0 ? (
        <details className={classes.events}>
          <summary>{t('results:drawer.events', { count: inSpan.length })}</summary>
          <ul className={classes.marks}>
            {inSpan.map((mark) => (
              <li key={`${mark.at} ${mark.kind} ${mark.text}`}>
                <time dateTime={mark.at}>{showDay(mark.at)}</time> {t(`results:mark.${mark.kind}`)} {mark.text}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {figures ? (
        <dl className={classes.figures}>
          <div>
            <dt>{t('results:grid.change')}</dt>
            <dd>{figures.change === undefined ? '–' : signed(figures.change, category.decimals, language)}</dd>
          </div>
          <div>
            <dt>{t('results:drawer.max')}</dt>
            <dd>{print(figures.max)}</dd>
          </div>
          <div>
            <dt>{t('results:drawer.min')}</dt>
            <dd>{print(figures.min)}</dd>
          </div>
          <div>
            <dt>{t('results:drawer.mean', { count: figures.count })}</dt>
            <dd>{print(figures.mean)}</dd>
          </div>
        </dl>
      ) : null}
      {related.length > 0 ? (
        <>
          <h3>{t('results:drawer.related')}</h3>
          <ul className={classes.related}>
            {related.map((one) => (
              <li key={one.id}>
                <button type="button" disabled={!one.onOpen} onClick={one.onOpen}>
                  <MarkIcon tone={one.tone} />
                  <span className={classes.relatedName}>{one.name}</span>
                  <span className={classes.note}>{one.note}</span>
                  {one.onOpen ? <IconChevronRight aria-hidden /> : null}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <History key={category.id} row={row} grid={grid} reader={reader} mayWrite={mayWrite} />
      <div className={classes.out}>
        <Button size="small" icon={<IconDownload aria-hidden />} onClick={asCsv}>
          {t('results:csv.one')}
        </Button>
        {results.length > 0 ? (
          <Button size="small" icon={<IconPhoto aria-hidden />} onClick={asPicture}>
            {t('results:drawer.picture')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
