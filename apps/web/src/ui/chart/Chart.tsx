import type { EChartsOption } from 'echarts'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../layout/Empty.tsx'
import { useShownScheme } from '../page/color-scheme.ts'
import classes from './Chart.module.css'
import { type ChartColors, readChartColors } from './chart-colors.ts'

type Drawn = ReturnType<typeof import('./echarts.ts').init>
export type ChartHandle = {
  /** The picture as a PNG data URL at twice the size, on the page's paper; undefined before it is drawn. */
  image: () => string | undefined
}

type Props = {
  /** The sentence that says what the picture shows. */
  label: string
  height: number
  /** Built anew with the colours of the scheme. Keep its identity between renders (useCallback), or the chart is redrawn. */
  option: (colors: ChartColors) => EChartsOption
  /** The same numbers as a table, behind a button where the page has none of its own. */
  table?: ReactNode
  handle?: Ref<ChartHandle>
}

const quiet = () => matchMedia('(prefers-reduced-motion: reduce)')

/** A chart by ECharts, which comes with the first one drawn. The text alternative is the label and the table. */
export function Chart({ label, height, option, table, handle }: Props) {
  const { t } = useTranslation('ui')
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>(undefined)
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [tries, setTries] = useState(0)
  const [asTable, setAsTable] = useState(false)
  const scheme = useShownScheme()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    let isGone = false
    setState('waiting')
    import('./echarts.ts').then(
      ({ init }) => {
        if (isGone || !place.current) return
        drawn.current = init(place.current)
        setState('ready')
      },
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
      drawn.current?.dispose()
      drawn.current = undefined
    }
  }, [tries])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme
  useEffect(() => {
    if (state !== 'ready' || !place.current) return
    const colors = readChartColors(place.current)
    drawn.current?.setOption(
      { animation: !quiet().matches, animationDuration: 0, textStyle: { fontFamily: colors.font }, ...option(colors) },
      { notMerge: true },
    )
  }, [state, option, scheme])

  useEffect(() => {
    if (!place.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => drawn.current?.resize())
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(handle, () => ({
    image: () =>
      drawn.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: getComputedStyle(place.current!).getPropertyValue('--bg-surface').trim() }),
  }))

  if (state === 'failed') return <ErrorState title={t('chart.error')} onRetry={() => setTries(tries + 1)} />
  return (
    <div className={classes.chart}>
      <div hidden={asTable} role="img" aria-label={label} aria-busy={state === 'waiting'} ref={place} style={{ height }} />
      {table ? (
        <>
          <div className={asTable ? classes.table : classes.folded}>{asTable ? table : null}</div>
          <button type="button" className={classes.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('chart.asTable')}
          </button>
        </>
      ) : null}
    </div>
  )
}
