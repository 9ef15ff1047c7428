import type { JobStressCheck, StressSums as Sums } from '@sukoyaka/wire/record/stress-check'
import { useTranslation } from 'react-i18next'
import { MarkIcon } from '../../ui/status/marks.tsx'
import classes from './StressResult.module.css'

/** Sums of both methods for staff, because the methods can disagree. */
export function StressSums({ check }: { check: JobStressCheck }) {
  const { t } = useTranslation('stress_check')
  const methods = [
    ['scale_conversion', check.scale_conversion],
    ['total_score', check.total_score],
  ] as const
  return (
    <div className={classes.sums}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sums.method')}</th>
            <th scope="col">{t('sums.A')}</th>
            <th scope="col">{t('sums.B')}</th>
            <th scope="col">{t('sums.C')}</th>
            <th scope="col">{t('sums.AC')}</th>
            <th scope="col">{t('sums.result')}</th>
          </tr>
        </thead>
        <tbody>{methods.map(([method, sums]) => (sums ? <Row key={method} method={method} sums={sums} isDecisive={check.method === method} /> : null))}</tbody>
      </table>
    </div>
  )
}

function Row({ method, sums, isDecisive }: { method: JobStressCheck['method']; sums: Sums; isDecisive: boolean }) {
  const { t } = useTranslation('stress_check')
  return (
    <tr data-decisive={isDecisive || undefined}>
      <th scope="row">
        {t(`sums.${method}`)}
        <span className={classes.small}>
          {t('sums.note', { direction: t(`sums.${method}.direction`), use: t(isDecisive ? 'sums.used' : 'sums.reference') })}
        </span>
      </th>
      <td>{sums.A}</td>
      <td>{sums.B}</td>
      <td>{sums.C}</td>
      <td>{sums.A + sums.C}</td>
      <td>
        {sums.high_stress ? (
          <span className={classes.applies}>
            <MarkIcon tone="danger" />
            {t('sums.high')}
          </span>
        ) : (
          t('sums.notHigh')
        )}
      </td>
    </tr>
  )
}
