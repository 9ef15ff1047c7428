const cssVariables = {
  surface: '--bg-surface',
  text: '--fg',
  quiet: '--fg-2',
  line: '--chart-line',
  grid: '--chart-grid',
  axis: '--chart-axis',
  band: '--band',
  band_edge: '--band-edge',
  accent: '--accent-mark',
  healthy: '--healthy-mark',
  warning: '--warning-mark',
  warning_bg: '--warning-bg',
  danger: '--danger-mark',
  unknown: '--unknown-mark',
  series_1: '--chart-1',
  series_2: '--chart-2',
  series_3: '--chart-3',
  series_4: '--chart-4',
  series_5: '--chart-5',
  series_6: '--chart-6',
} as const

export type ChartColors = Record<keyof typeof cssVariables, string> & { font: string }

/** Resolves CSS variables, which a canvas cannot use. Call it again when the colour scheme changes. */
export const readChartColors = (element: Element = document.documentElement): ChartColors => {
  const style = getComputedStyle(element)
  const colors = Object.fromEntries(Object.entries(cssVariables).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]))
  return { ...colors, font: style.getPropertyValue('--font-sans').trim() } as ChartColors
}

/** ECharts symbol of a health status; without a status, a hollow circle. */
export const chartMark = (status: number | null | undefined, colors: ChartColors) => {
  const border = { borderColor: colors.surface, borderWidth: 1.5 }
  if (status === 0) return { symbol: 'circle', symbolSize: 8, itemStyle: { color: colors.healthy, ...border } }
  if (status === 2) return { symbol: 'triangle', symbolSize: 11, itemStyle: { color: colors.warning, ...border } }
  if (status === 1) return { symbol: 'diamond', symbolSize: 13, itemStyle: { color: colors.danger, ...border } }
  return { symbol: 'circle', symbolSize: 8, itemStyle: { color: colors.surface, borderColor: colors.unknown, borderWidth: 1.8 } }
}
