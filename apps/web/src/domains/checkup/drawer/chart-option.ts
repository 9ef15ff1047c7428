import { formatRange, formatValue, type ValueFormat } from '@sukoyaka/rules/value'
import type { ReferenceRange, TestResult } from '@sukoyaka/wire/record/checkup'
import type { EChartsOption, LineSeriesOption } from 'echarts'
import { type ChartColors, chartMark } from '../../../ui/chart/chart-colors.ts'
import { aroundLabels, axisOf, clipToAxis, segmentsOf } from './bands.ts'
import { levelsOf } from './levels.ts'
import { timeOfDay } from './period.ts'

type ChartInput = {
  /** Oldest first. */
  results: readonly TestResult[]
  rangeOf: (result: TestResult) => ReferenceRange | undefined
  format: ValueFormat
  unit: string
  from: number
  to: number
  /** Events, each with its day and a label. */
  marks: readonly { at: string; label: string }[]
  width: number
  rangeWord: (range: string) => string
  dayOf: (at: number) => string
}

export const chartHeight = 260
const sides = { left: 46, right: 22, bottom: 28 }
const labelLine = 16
const labelLevels = 3
const edgePixels = 3
/** Approximate width of a label in pixels at 11 px. */
const labelWidth = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 11.5 : 6.5), 8)

/** Positions of the healthy ranges, of the event labels above the plot, and of the value axis. */
const layoutOf = ({ results, rangeOf, format, from, to, marks, width }: ChartInput) => {
  const segments = segmentsOf(results, rangeOf, from, to)
  const axis = axisOf(
    results.map(({ value }) => value),
    segments,
    format,
  )
  const plot = Math.max(80, width - sides.left - sides.right)
  const place = (at: number) => ((at - from) / (to - from || 1)) * plot
  const shownMarks = levelsOf(
    marks
      .map((mark) => ({ ...mark, time: timeOfDay(mark.at) }))
      .filter(({ time }) => time >= from && time <= to)
      .map((mark) => ({ ...mark, x: place(mark.time), width: labelWidth(mark.label) })),
    labelLevels,
  )
  const levels = Math.max(0, ...shownMarks.map(({ level }) => (level === undefined ? 0 : level + 1)))
  const top = 26 + levels * labelLine
  const edgeHeight = (edgePixels / (chartHeight - top - sides.bottom)) * (axis.max - axis.min)
  const bands = segments.map((segment) => ({ segment, ...clipToAxis(format.value_labels ? aroundLabels(segment) : segment, axis, edgeHeight) }))
  const labelled = bands.findLast(({ isOffAxis, segment }) => !isOffAxis && place(segment.to) - place(segment.from) > 110)
  return { axis, top, bands, labelled, shownMarks }
}
type Layout = ReturnType<typeof layoutOf>

const timeAxis = ({ from, to }: ChartInput, colors: ChartColors): EChartsOption['xAxis'] => ({
  type: 'time',
  min: from,
  max: to,
  splitNumber: 5,
  axisLine: { lineStyle: { color: colors.band_edge === '' ? colors.axis : colors.grid } },
  axisTick: { show: false },
  axisLabel: {
    color: colors.axis,
    fontSize: 12,
    hideOverlap: true,
    showMinLabel: false,
    formatter: { year: '{yyyy}', month: '{yyyy}.{MM}', day: '{MM}.{dd}', hour: '', minute: '', second: '', millisecond: '' },
  },
  splitLine: { show: false },
})

const valueAxis = ({ unit, format }: ChartInput, { axis }: Layout, colors: ChartColors): EChartsOption['yAxis'] => ({
  type: 'value',
  ...axis,
  name: unit,
  nameLocation: 'end',
  nameGap: 8,
  nameTextStyle: { color: colors.axis, fontSize: 12, align: 'right', padding: [0, 6, 0, 0] },
  axisLabel: {
    color: colors.axis,
    fontSize: 12,
    formatter: (value: number) => format.value_labels?.[value] ?? (format.value_labels ? '' : String(Number(value.toPrecision(8))).replace('-', '\u2212')),
  },
  splitLine: { lineStyle: { color: colors.grid } },
})

const healthyBands = ({ format, rangeWord }: ChartInput, { bands, labelled }: Layout, colors: ChartColors): LineSeriesOption['markArea'] => ({
  silent: true,
  itemStyle: { color: colors.band },
  data: bands.map((band) => [
    {
      coord: [band.segment.from, band.high],
      label:
        band === labelled
          ? {
              show: true,
              position: 'insideBottomLeft',
              color: colors.healthy,
              fontSize: 12,
              formatter: rangeWord(formatRange(band.segment, format)),
            }
          : { show: false },
    },
    { coord: [band.segment.to, band.low] },
  ]),
})

/** Lines at the limits of the healthy ranges, and at the events with their labels. */
const markLines = ({ axis, bands, shownMarks }: Layout, colors: ChartColors): LineSeriesOption['markLine'] => {
  const edge = { color: colors.band_edge, width: 1, type: 'solid' as const }
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    // below the values
    z: 2,
    data: [
      ...bands.flatMap(({ segment, low, high, isOffAxis }) =>
        isOffAxis
          ? []
          : [segment.max === null ? null : high, segment.min === null ? null : low]
              .filter((y) => y !== null && y > axis.min && y < axis.max)
              .map((y) => [{ coord: [segment.from, y!], lineStyle: edge, label: { show: false } }, { coord: [segment.to, y!] }] as [never, never]),
      ),
      ...shownMarks.map(({ time, label, level }) => ({
        xAxis: time,
        lineStyle: { color: colors.axis, type: 'dashed' as const, width: 1, opacity: 0.5 },
        label:
          level === undefined
            ? { show: false }
            : { show: true, position: 'end' as const, distance: [0, 2 + level * labelLine], formatter: label, color: colors.quiet, fontSize: 11, opacity: 1 },
      })),
    ],
  }
}

/** ECharts option: line of one item on a time axis, over the healthy range of each date. */
export const chartOption =
  (input: ChartInput) =>
  (colors: ChartColors): EChartsOption => {
    const { results, format, unit, dayOf } = input
    const layout = layoutOf(input)
    const last = results.length - 1
    return {
      grid: { ...sides, top: layout.top },
      tooltip: {
        trigger: 'item',
        renderMode: 'richText',
        backgroundColor: colors.surface,
        borderColor: colors.grid,
        textStyle: { color: colors.text, fontSize: 12 },
        formatter: (item: unknown) => {
          const result = results[(item as { dataIndex: number }).dataIndex]!
          return `${dayOf(Date.parse(result.recorded_at))}\n${formatValue(result, format)} ${unit}`
        },
      },
      xAxis: timeAxis(input, colors),
      yAxis: valueAxis(input, layout, colors),
      series: [
        {
          type: 'line',
          data: results.map((result, at) => ({
            value: [Date.parse(result.recorded_at), result.value],
            ...chartMark(result.status, colors),
            label: {
              show: at === last,
              position: 'top',
              distance: 8,
              color: colors.text,
              fontSize: 13,
              fontWeight: 600,
              formatter: formatValue(result, format),
            },
          })),
          symbol: 'circle',
          showAllSymbol: true,
          lineStyle: { color: colors.line, width: 2 },
          emphasis: { scale: 1.2, lineStyle: { width: 2 } },
          z: 5,
          markArea: healthyBands(input, layout, colors),
          markLine: markLines(layout, colors),
        },
      ],
    }
  }
