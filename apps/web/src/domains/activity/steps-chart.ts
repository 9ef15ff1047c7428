import { enoughSteps } from '@sukoyaka/rules/record/lifestyle'
import { formatDay } from '@sukoyaka/rules/time'
import type { EChartsOption } from 'echarts'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import type { Language } from '../../ui/date/tokyo.ts'
import { type Bar, barLabel } from './days.ts'

/** `line`: label at the end of the 6,000-step line. Undefined on phones, where it would take too much of the width; the legend names the 6,000 too. */
type Words = { line?: string | undefined; count: (count: number) => string }

/** Bars below 6,000 are hatched so that the status does not depend on colour. */
const tooFewStyle = (colors: ChartColors) => ({
  color: colors.warning_bg,
  borderColor: colors.warning,
  borderWidth: 1.2,
  decal: { color: colors.warning, dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, symbol: 'rect' },
})

export const stepsOption =
  (bars: readonly Bar[], words: Words, language: Language) =>
  (colors: ChartColors): EChartsOption => ({
    // decals need `aria.enabled`; the generated label stays off because the page has its own text alternative
    aria: { enabled: true, label: { enabled: false }, decal: { show: true, decals: [{ symbol: 'none' }] } },
    grid: { left: 8, right: words.line ? 96 : 8, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: bars.map(({ from }) => from),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.grid } },
      axisLabel: { color: colors.axis, fontSize: 12, hideOverlap: true, formatter: (day: string) => formatDay(day, language, 'short') },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: ({ max }: { max: number }) => Math.max(8000, Math.ceil(max / 2000) * 2000),
      interval: 2000,
      splitLine: { lineStyle: { color: colors.grid } },
      axisLabel: { color: colors.axis, fontSize: 12 },
    },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      axisPointer: { type: 'shadow', shadowStyle: { color: 'transparent' } },
      backgroundColor: colors.surface,
      borderColor: colors.grid,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter: (points: unknown) => {
        const bar = bars[(points as { dataIndex: number }[])[0]?.dataIndex ?? 0]
        if (!bar || bar.value === null) return ''
        return `${barLabel(bar, language)}\n${words.count(bar.value)}`
      },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: bars.length > 60 ? 8 : 14,
        data: bars.map(({ value }) => ({
          value: value ?? '-',
          itemStyle: {
            borderRadius: [3, 3, 0, 0],
            ...(value !== null && value < enoughSteps ? tooFewStyle(colors) : { color: colors.series_1, decal: { symbol: 'none' } }),
          },
        })),
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: colors.healthy, type: 'solid', width: 1.5 },
          label: words.line
            ? { position: 'end', formatter: words.line.replace(' ', '\n'), color: colors.healthy, fontSize: 12, fontWeight: 'bold' }
            : { show: false },
          data: [{ yAxis: enoughSteps }],
        },
      },
    ],
  })
