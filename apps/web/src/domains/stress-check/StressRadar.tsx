import type { JobStressCheck, stressDomains } from '@sukoyaka/wire/record/stress-check'
import type { EChartsOption } from 'echarts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { ChartColors } from '../../ui/chart/chart-colors.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import classes from './StressResult.module.css'
import { splitLabel } from './split-label.ts'

type Domain = (typeof stressDomains)[number]
type Props = { domain: Domain; check: JobStressCheck; before?: JobStressCheck }

const max = 5

const scalesOf = (check: JobStressCheck | undefined, domain: Domain) => (check?.scales ?? []).filter((scale) => scale.domain === domain)

/** Radar chart of a domain's scales, where outward is better; the previous result is a dashed line. */
export function StressRadar({ domain, check, before }: Props) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const scales = scalesOf(check, domain)
  const earlier = new Map(scalesOf(before, domain).map(({ code, evaluation_point }) => [code, evaluation_point]))
  const option = useCallback(
    (colors: ChartColors): EChartsOption => ({
      radar: {
        radius: '56%',
        splitNumber: max,
        indicator: scalesOf(check, domain).map(({ display_name }) => ({ name: splitLabel(display_name), max, min: 0 })),
        axisName: { color: colors.quiet, fontSize: 12, lineHeight: 16 },
        splitLine: { lineStyle: { color: colors.grid } },
        splitArea: { show: false },
        axisLine: { lineStyle: { color: colors.grid } },
      },
      series: [
        {
          type: 'radar',
          silent: true,
          symbolSize: 6,
          data: [
            ...(before
              ? [
                  {
                    value: scalesOf(before, domain).map(({ evaluation_point }) => evaluation_point ?? 0),
                    lineStyle: { color: colors.axis, width: 1.5, type: 'dashed' as const },
                    itemStyle: { color: colors.axis },
                    symbol: 'none',
                  },
                ]
              : []),
            {
              value: scalesOf(check, domain).map(({ evaluation_point }) => evaluation_point ?? 0),
              lineStyle: { color: colors.accent, width: 2 },
              itemStyle: { color: colors.accent },
              areaStyle: { color: colors.accent, opacity: 0.14 },
            },
          ],
        },
      ],
    }),
    [check, before, domain],
  )
  const words = scales.map((scale) => t('radar.point', { name: scale.display_name, point: scale.evaluation_point })).join(language === 'ja' ? '、' : ', ')
  return (
    <section className={classes.radar}>
      <h3>{t(`domain.${domain}`)}</h3>
      <Chart
        label={t('radar.label', { domain: t(`domain.${domain}`), words })}
        height={260}
        option={option}
        table={
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('table.scale')}</th>
                <th scope="col">{t('table.now')}</th>
                {before ? <th scope="col">{t('table.before')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {scales.map((scale) => (
                <tr key={scale.code}>
                  <th scope="row">{scale.display_name}</th>
                  <td>{scale.evaluation_point}</td>
                  {before ? <td>{earlier.get(scale.code)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </section>
  )
}
