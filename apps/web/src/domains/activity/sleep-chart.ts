import { formatDay, weekdayOf } from '@sukoyaka/rules/time'
import type { CustomSeriesRenderItem, EChartsOption } from 'echarts'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { formatDate, type Language } from '../../ui/date/tokyo.ts'
import { type NightPart, shortMinutes } from './sleep-days.ts'

/** Minutes between two lines of the time axis. */
const step = 120
/** The time axis shows at least 22:00 to 8:00; in minutes relative to midnight. */
const [earliest, latest] = [-120, 480]

/** Mean bedtime and mean time of waking, in minutes relative to midnight. */
export type UsualNight = { from: number; to: number }

type Nights = {
  days: readonly string[]
  parts: readonly NightPart[]
  /** Minutes of sleep by day of waking. Not the sum of `parts`, because parts of two devices may overlap. */
  minutesOf: ReadonlyMap<string, number>
  usual: UsualNight | undefined
}

/**
 * One row per night from bedtime to waking; a row that is tall enough has the total to the right of its last part. Interrupted sleep has gaps, a night
 * without a record is an empty row. The coloured band is the usual night.
 */
export const sleepOption =
  ({ days, parts, minutesOf, usual }: Nights, formatHour: (hour: number) => string, language: Language) =>
  (colors: ChartColors): EChartsOption => {
    const endOfNight = new Map<string, number>()
    for (const { day, to } of parts) endOfNight.set(day, Math.max(to, endOfNight.get(day) ?? to))
    const visibleParts = parts.filter(({ day }) => days.includes(day))
    const rowOf = (day: string) => days.indexOf(day)
    const renderItem: CustomSeriesRenderItem = (_, api) => {
      const row = Number(api.value(0))
      const [x = 0, y = 0] = api.coord([api.value(1), row])
      const [end = 0] = api.coord([api.value(2), row])
      const [, room = 20] = (api.size?.([0, 1]) ?? []) as number[]
      const height = Math.min(16, room * 0.72)
      const day = days[row]!
      const minutes = minutesOf.get(day)
      const hasWords = minutes !== undefined && height >= 12 && endOfNight.get(day) === Number(api.value(2))
      return {
        type: 'rect',
        shape: { x, y: y - height / 2, width: Math.max(2, end - x), height, r: 3 },
        style: { fill: colors.series_1 },
        ...(hasWords && {
          textContent: {
            type: 'text',
            style: { text: shortMinutes(minutes), fill: colors.text, fontSize: 12, fontWeight: 600, fontFamily: colors.font },
          },
          textConfig: { position: 'right', distance: 6 },
        }),
      }
    }
    const nameOf = (day: string) => (days.length > 7 ? formatDay(day, language, 'short') : formatDate(day, language, { weekday: true, year: false }))
    return {
      grid: { left: 4, right: 44, top: 4, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: {
        type: 'value',
        min: Math.min(earliest, ...visibleParts.map(({ from }) => Math.floor(from / step) * step)),
        max: Math.max(latest, ...visibleParts.map(({ to }) => Math.ceil(to / step) * step)),
        interval: step,
        axisLabel: { color: colors.axis, fontSize: 12, hideOverlap: true, formatter: (at: number) => formatHour((at / 60 + 24) % 24) },
        splitLine: { lineStyle: { color: colors.grid } },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: [...days],
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: {
          color: colors.axis,
          fontSize: 12,
          interval: days.length > 31 ? (_: number, day: string) => weekdayOf(day) === 1 : 0,
          formatter: nameOf,
        },
      },
      series: [
        {
          type: 'custom',
          renderItem,
          encode: { x: [1, 2], y: 0 },
          data: visibleParts.map(({ day, from, to }) => [rowOf(day), from, to]),
          silent: true,
          z: 3,
          ...(usual && { markArea: { silent: true, z: 1, itemStyle: { color: colors.band }, data: [[{ xAxis: usual.from }, { xAxis: usual.to }]] } }),
        },
      ],
    }
  }
