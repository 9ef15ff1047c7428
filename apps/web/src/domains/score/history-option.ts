import { tokyoDay } from '@sukoyaka/rules/time'
import type { HealthScore } from '@sukoyaka/wire/record/score'
import type { EChartsOption } from 'echarts'
import { type ChartColors, chartMark } from '../../ui/chart/chart-colors.ts'
import { statusOfRank } from './RankWord.tsx'

export type PastScore = HealthScore & { point: number }
type HistoryInput = { scores: readonly PastScore[]; dayOf: (instant: string) => string; point: string }

/** Above this number of points, only the first, last, highest and lowest are labelled. */
const maxLabelled = 10

/** Indexes of the labelled points of a line; `points` are oldest first. */
export const labelledOf = (points: readonly number[]): ReadonlySet<number> =>
  points.length <= maxLabelled
    ? new Set(points.keys())
    : new Set([0, points.length - 1, points.indexOf(Math.max(...points)), points.indexOf(Math.min(...points))])

/** ECharts option: points from 0 to 100 on a time axis. `scores` are newest first. */
export const historyOption = ({ scores, dayOf, point }: HistoryInput, colors: ChartColors): EChartsOption => {
  const oldestFirst = scores.toReversed()
  const labelled = labelledOf(oldestFirst.map((score) => score.point))
  return {
    grid: { left: 34, right: 24, top: 22, bottom: 26 },
    tooltip: {
      trigger: 'item',
      renderMode: 'richText',
      backgroundColor: colors.surface,
      borderColor: colors.grid,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter: (item: unknown) => {
        const { dataIndex } = item as { dataIndex: number }
        const score = oldestFirst[dataIndex]!
        return `${dayOf(score.calculated_at)}\n${score.point} ${point}`
      },
    },
    xAxis: {
      type: 'time',
      min: 'dataMin',
      max: 'dataMax',
      splitNumber: 6,
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { show: false },
      axisLabel: {
        color: colors.axis,
        fontSize: 12,
        hideOverlap: true,
        showMinLabel: true,
        showMaxLabel: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (at: number) => tokyoDay(new Date(at)).slice(0, 7).replace('-', '.'),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: 100,
      interval: 25,
      axisLabel: { color: colors.axis, fontSize: 12 },
      splitLine: { lineStyle: { color: colors.grid } },
    },
    series: [
      {
        type: 'line',
        data: oldestFirst.map((score, at) => ({
          value: [Date.parse(score.calculated_at), score.point],
          ...chartMark(statusOfRank(score.rank), colors),
          label: { show: labelled.has(at), position: 'top', distance: 6, color: colors.text, fontSize: 12, fontWeight: 600, formatter: String(score.point) },
        })),
        labelLayout: { hideOverlap: true },
        lineStyle: { color: colors.line, width: 2 },
        emphasis: { scale: 1.2, lineStyle: { width: 2 } },
      },
    ],
  }
}
