import { formatUnit } from '@sukoyaka/rules/record/answer'
import { tokyoDay } from '@sukoyaka/rules/time'
import { formatChange, formatRange, formatValue } from '@sukoyaka/rules/value'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import { clsx } from 'clsx'
import { memo, type ReactElement, useMemo } from 'react'
import { Sparkline } from '../../../ui/chart/Sparkline.tsx'
import { showDay } from '../../../ui/date/day.ts'
import type { Language } from '../../../ui/date/tokyo.ts'
import { MarkIcon, type Status } from '../../../ui/status/marks.tsx'
import { type Audience, nameLang, type StatusWords, shownSide, shownStatus } from '../spoken.ts'
import classes from './Grid.module.css'
import { measuredKey } from './measured.ts'
import { type Column, type Row, sideOf } from './model.ts'
import type { Span } from './window/spans.ts'

type RangeOf = (result: TestResult) => ReferenceRange | undefined
/** The same for all rows. */
export type SharedRowProps = {
  columns: readonly Column[]
  spans: readonly Span[]
  rangeOf: RangeOf
  hasRange: boolean
  hasTrend: boolean
  /** Number of columns before the value columns. */
  lead: number
  /** Set once the values are painted, so that the trends are drawn after them. */
  drawsTrend: boolean
  audience: Audience
  language: Language
  /** Looked up once by the grid for hundreds of cells. */
  words: StatusWords
}
type Props = SharedRowProps & {
  row: Row
  index: number
  /** Focused column in this row. */
  active: number | undefined
  isOpen: boolean
}

const trendPoints = 12

/** One item across the columns; memoised. */
export const GridRow = memo(function GridRow({
  row,
  index,
  columns,
  spans,
  rangeOf,
  hasRange,
  hasTrend,
  lead,
  active,
  drawsTrend,
  isOpen,
  audience,
  language,
  words,
}: Props) {
  const { category, range, newest, previous } = row
  const band = range ? formatRange(range.healthy, category) : ''
  const unit = formatUnit(category.unit_display, language)
  const tab = (column: number) => (active === column ? 0 : -1)
  const at = hasRange ? 1 : 0
  const cells = useCells({ row, columns, rangeOf, lead, audience, words })
  const trend = useMemo(() => (hasTrend && drawsTrend ? <Trend row={row} words={words} /> : null), [hasTrend, drawsTrend, row, words])
  return (
    <tr className={clsx(classes.row, isOpen && classes.open)} data-line={index} aria-rowindex={index + 2} aria-selected={isOpen}>
      <th scope="row" className={clsx(classes.item, !hasRange && classes.alone)} data-column={0} tabIndex={tab(0)} aria-colindex={1}>
        <span className={classes.name} lang={nameLang(category, language)}>
          {category.display_name}
        </span>
        {hasRange ? null : (
          <span className={classes.below}>
            {band} {unit}
          </span>
        )}
      </th>
      {hasRange ? (
        <td className={classes.range} data-column={1} tabIndex={tab(1)} aria-colindex={2}>
          {band} <span className={classes.unit}>{unit}</span>
        </td>
      ) : null}
      {hasTrend ? (
        <td className={classes.trend} data-column={at + 1} tabIndex={tab(at + 1)} aria-colindex={at + 2}>
          {trend}
        </td>
      ) : null}
      {hasRange ? (
        <td className={classes.change} data-column={at + 2} tabIndex={tab(at + 2)} aria-colindex={at + 3}>
          {previous ? formatChange(previous, newest, category, language) : ''}
        </td>
      ) : null}
      {spans.map((span) => (span.skip ? <td key={`s${span.at}`} colSpan={span.skip} className={classes.gap} /> : cells(span.at, active === lead + span.at)))}
    </tr>
  )
})

function Trend({ row: { results, range }, words }: { row: Row; words: StatusWords }) {
  const points = results.slice(0, trendPoints)
  return (
    <Sparkline
      points={points.map(({ recorded_at, value, status }) => ({ recorded_at, value, status: status as Status | null }))}
      band={range?.healthy ?? null}
      width={88}
      height={24}
      label={words.trend(points.length)}
    />
  )
}

type CellContext = Pick<Props, 'row' | 'columns' | 'rangeOf' | 'lead' | 'audience' | 'words'>

/** Caches cell elements per row so that React skips unchanged cells while columns scroll in and out. */
const useCells = ({ row, columns, rangeOf, lead, audience, words }: CellContext) =>
  useMemo(() => {
    const cache = new Map<number, ReactElement>()
    const context = { row, columns, rangeOf, lead, audience, words }
    return (at: number, isActive: boolean) => {
      if (isActive) return cellOf(context, at, 0)
      const cell = cache.get(at) ?? cellOf(context, at, -1)
      cache.set(at, cell)
      return cell
    }
  }, [row, columns, rangeOf, lead, audience, words])

/** A function instead of a component, with few elements, because hundreds of cells render. `aria-label` describes mark and letter. */
const cellOf = ({ row, columns, rangeOf, lead, audience, words }: CellContext, at: number, tabIndex: 0 | -1) => {
  const { key } = columns[at]!
  const column = lead + at
  const place = { key, tabIndex, 'data-column': column, 'aria-colindex': column + 1 }
  const result = row.cells.get(key)
  if (!result)
    return (
      <td {...place} key={key} className={classes.none} aria-label={words.unmeasured}>
        ·
      </td>
    )
  const value = formatValue(result, row.category)
  const day = key === measuredKey ? showDay(tokyoDay(result.recorded_at)) : ''
  // the space separates day and value in the text, which the label must contain
  const above = day ? <span className={classes.day}>{`${day} `}</span> : null
  const range = rangeOf(result)
  const shown = shownStatus(audience, result, range)
  if (!shown)
    return (
      <td {...place} key={key} className={classes.cell}>
        {above}
        {value}
      </td>
    )
  const { tone, isSerious } = shown
  const side = shownSide(audience, row.category, sideOf(result, range))
  const label = words.value(day ? `${day} ${value}` : value, words.of(shown, side))
  if (tone === 'healthy' && !side && !isSerious)
    return (
      <td {...place} key={key} className={classes.cell} aria-label={label}>
        {above}
        {value}
      </td>
    )
  const content = (
    <>
      {tone === 'healthy' ? null : <MarkIcon tone={tone} size={10} />}
      {value}
    </>
  )
  const className = `${classes.cell} ${classes.flagged} ${tone === 'healthy' ? '' : classes[tone]} ${range ? '' : classes.unjudgeable}`
  return (
    <td {...place} key={key} className={className} data-flag={side === 'high' ? 'H' : side === 'low' ? 'L' : ''} aria-label={label}>
      {above}
      {isSerious ? <span className={classes.serious}>{content}</span> : content}
    </td>
  )
}
