import type { EChartsOption } from 'echarts'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../layout/Empty.tsx'
import { useShownScheme } from '../page/color-scheme.ts'
import classes from './Chart.module.css'
import { type ChartColors, readChartColors } from './chart-colors.ts'

type EChart = ReturnType<typeof import('./echarts.ts').init>
export type ChartHandle = {
  /** Chart as a PNG data URL at double resolution on the surface colour; undefined until the chart has loaded. */
  image: () => string | undefined
}

type Props = {
  /** Text alternative: a sentence with the content of the chart. */
  label: string
  height: number
  /** Called with the colours of the current scheme. Memoise it (useCallback), or the chart is redrawn on each render. */
  option: (colors: ChartColors) => EChartsOption
  /** The same data as a table, shown by a button. Omit it if the page already shows a table. */
  table?: ReactNode
  handle?: Ref<ChartHandle>
}

const reducedMotionQuery = () => matchMedia('(prefers-reduced-motion: reduce)')

/** ECharts chart; the library loads with the first chart. The label and the table are the text alternative. */
export function Chart({ label, height, option, table, handle }: Props) {
  const { t } = useTranslation('ui')
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<EChart>(undefined)
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [tries, setTries] = useState(0)
  const [showsTable, setShowsTable] = useState(false)
  const scheme = useShownScheme()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    let isUnmounted = false
    setState('waiting')
    import('./echarts.ts').then(
      ({ init }) => {
        if (isUnmounted || !container.current) return
        chart.current = init(container.current)
        setState('ready')
      },
      () => !isUnmounted && setState('failed'),
    )
    return () => {
      isUnmounted = true
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [tries])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `scheme` changes the colours read from the page
  useEffect(() => {
    if (state !== 'ready' || !container.current) return
    const colors = readChartColors(container.current)
    chart.current?.setOption(
      { animation: !reducedMotionQuery().matches, animationDuration: 0, textStyle: { fontFamily: colors.font }, ...option(colors) },
      { notMerge: true },
    )
  }, [state, option, scheme])

  useEffect(() => {
    if (!container.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => chart.current?.resize())
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(handle, () => ({
    image: () =>
      chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: getComputedStyle(container.current!).getPropertyValue('--bg-surface').trim() }),
  }))

  if (state === 'failed') return <ErrorState title={t('chart.error')} onRetry={() => setTries(tries + 1)} />
  return (
    <div className={classes.chart}>
      <div hidden={showsTable} role="img" aria-label={label} aria-busy={state === 'waiting'} ref={container} style={{ height }} />
      {table ? (
        <>
          <div className={showsTable ? classes.table : classes.folded}>{showsTable ? table : null}</div>
          <button type="button" className={classes.toggle} aria-pressed={showsTable} onClick={() => setShowsTable(!showsTable)}>
            {t('chart.asTable')}
          </button>
        </>
      ) : null}
    </div>
  )
}
