import { IconChevronDown } from '@tabler/icons-react'
import { type CSSProperties, type RefObject, type UIEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { type Audience, useStatusWords } from '../spoken.ts'
import classes from './Grid.module.css'
import { GridHead, type Picking } from './GridHead.tsx'
import { GridRow, type SharedRowProps } from './GridRow.tsx'
import { groupWord } from './group-words.ts'
import type { Place } from './keyboard.ts'
import type { Line } from './lines.ts'
import type { Grid as Model, Row } from './model.ts'
import { useGridNavigation } from './use-grid-navigation.ts'
import type { Sizes } from './window/sizes.ts'
import { spansOf } from './window/spans.ts'
import { useLayout } from './window/use-layout.ts'
import { useLineInView } from './window/use-scroll.ts'
import { useVisibleRange } from './window/use-visible-range.ts'
import { indexesWith, type Starts } from './window/visible-range.ts'

type Props = {
  grid: Model
  lines: readonly Line[]
  sizes: Sizes
  audience: Audience
  /** Id of the item in the drawer. */
  open: number | undefined
  /** Width in pixels covered by the drawer at the right edge. */
  covered: number
  picking?: Picking
  onOpen: (row: Row) => void
  onToggle: (group: string) => void
  /** Called with the focused row during keyboard navigation. */
  onWalk: (row: Row) => void
}

/** Virtualised results grid; the focused cell is always rendered. */
export function Grid({ grid, lines, sizes, audience, open, covered, picking, onOpen, onToggle, onWalk }: Props) {
  const { columns, rangeOf } = grid
  const { t } = useTranslation('results')
  const language = useLanguage()
  const words = useStatusWords(audience)
  const box = useRef<HTMLDivElement>(null)
  const layout = useLayout(lines, columns, sizes)
  const lead = layout.lead.length
  const total = lead + columns.length
  const visible = useVisibleRange(box, layout.down, layout.across)
  const { active, handlers } = useGridNavigation({ box, lines, layout, sizes, columnCount: total, covered, onOpen, onWalk })
  const shown = indexesWith(visible.columns, active.column - lead)
  const shownKey = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyed by visible columns; otherwise every row would render again
  const spans = useMemo(() => spansOf(shown, columns.length), [shownKey, columns.length])
  useMoreColumnsMark(box, columns.length, sizes)

  // scrolls to the item in the drawer, also when the buttons of the drawer chose it
  const openLine = open === undefined ? -1 : lines.findIndex(({ row }) => row?.category.id === open)
  useLineInView(box, layout, openLine)

  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    markMoreColumns(event.currentTarget)
    visible.update()
  }
  const has = { hasRange: sizes.range > 0, hasTrend: sizes.trend > 0 }
  const shared = { columns, spans, rangeOf, ...has, lead, drawsTrend: visible.isPainted, audience, language, words }
  return (
    <div className={classes.frame} style={{ '--rows': `${layout.down.at(-1)}px` } as CSSProperties}>
      <div ref={box} className={classes.box} onScroll={onScroll}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key navigation is a grid
          role="grid"
          className={classes.table}
          aria-label={t('grid.label')}
          aria-rowcount={lines.length + 1}
          aria-colcount={total}
          style={{ width: layout.leadWidth + columns.length * sizes.column, ...variablesOf(sizes) }}
          {...handlers}
        >
          <ColumnWidths lead={layout.lead} count={columns.length} width={sizes.column} />
          <GridHead columns={columns} spans={spans} sizes={sizes} newest={columns[0]?.key} lead={lead} audience={audience} picking={picking} />
          <tbody>
            <Lines
              items={withGaps(indexesWith(visible.rows, active.line), layout.down)}
              lines={lines}
              active={active}
              open={open}
              shared={shared}
              onToggle={onToggle}
            />
          </tbody>
        </table>
      </div>
    </div>
  )
}

function ColumnWidths({ lead, count, width }: { lead: readonly number[]; count: number; width: number }) {
  return (
    <colgroup>
      {lead.map((leadWidth, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity and never move
        <col key={at} style={{ width: leadWidth }} />
      ))}
      {count > 0 ? <col span={count} style={{ width }} /> : null}
    </colgroup>
  )
}

type LinesProps = Pick<Props, 'lines' | 'open' | 'onToggle'> & { items: readonly Shown[]; active: Place; shared: SharedRowProps }

/** The rendered group headers and items, with spacers for those left out. */
function Lines({ items, lines, active, open, shared, onToggle }: LinesProps) {
  const { t } = useTranslation('results')
  return items.map((item) => {
    if (item.gap !== undefined) return <tr key={item.key} style={{ height: item.gap }} />
    const { index } = item
    const line = lines[index]
    if (!line) return null
    if (line.row)
      return (
        <GridRow
          key={line.key}
          {...shared}
          row={line.row}
          index={index}
          active={active.line === index ? active.column : undefined}
          isOpen={line.row.category.id === open}
        />
      )
    return (
      <tr key={line.key} className={classes.group} data-line={index} aria-rowindex={index + 2}>
        <th scope="row" className={classes.groupHead} colSpan={shared.lead + shared.columns.length}>
          <button type="button" data-column={0} tabIndex={active.line === index ? 0 : -1} aria-expanded={line.open} onClick={() => onToggle(line.group)}>
            <IconChevronDown aria-hidden />
            {groupWord(t, line.group)} <span className={classes.count}>{line.count}</span>
          </button>
        </th>
      </tr>
    )
  })
}

const variablesOf = (sizes: Sizes) => ({ '--item': `${sizes.item}px`, '--row': `${sizes.row}px`, '--group': `${sizes.group}px` }) as CSSProperties

/** Marks whether there are more columns to the right. Sets the attribute directly, so that the mark causes no render. */
const markMoreColumns = (box: HTMLElement) => {
  const isEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1
  box.parentElement?.toggleAttribute('data-more', !isEnd)
}

const useMoreColumnsMark = (box: RefObject<HTMLElement | null>, count: number, sizes: Sizes) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of columns changes the width
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => markMoreColumns(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, sizes])
}

type Shown = { index: number; gap?: undefined } | { gap: number; key: string }

/** Rendered indexes with spacers for the ones left out. */
const withGaps = (indexes: readonly number[], starts: Starts): Shown[] => {
  const out: Shown[] = []
  let next = 0
  for (const index of indexes) {
    if (index > next) out.push({ gap: starts[index]! - starts[next]!, key: `gap ${index}` })
    out.push({ index })
    next = index + 1
  }
  const left = starts.at(-1)! - starts[next]!
  if (left > 0) out.push({ gap: left, key: 'gap end' })
  return out
}
