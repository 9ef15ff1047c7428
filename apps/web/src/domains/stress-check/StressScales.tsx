import { type JobStressCheck, stressDomains } from '@sukoyaka/wire/record/stress-check'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { ScaleBar } from './ScaleBar.tsx'
import classes from './Scales.module.css'
import { type ScaleRow, toneOfPoint, weakRows } from './scales.ts'

const sectionOf = { job_stressors: 'A', stress_reactions: 'B', support: 'C', satisfaction: undefined } as const

type Props = { check: JobStressCheck; before: JobStressCheck | undefined; rows: ScaleRow[] }

/** For staff: scales by domain, with the sum of each domain that the `scale_conversion` method uses. */
export function StaffScales({ check, before, rows }: Props) {
  const { t } = useTranslation('stress_check')
  return (
    <div className={classes.scales}>
      <div className={classes.ends} aria-hidden>
        <span>{t('scale.worst')}</span>
        <span>{t('scale.best')}</span>
      </div>
      {stressDomains.map((domain) => {
        const section = sectionOf[domain]
        const sums = section && check.scale_conversion ? [check.scale_conversion[section], before?.scale_conversion?.[section]] : undefined
        return (
          <section key={domain}>
            <h3 className={classes.domain}>
              {t(`domain.${domain}`)}
              <span className={classes.sum}>
                {sums
                  ? `${t('scale.sum', { section, sum: sums[0] })}${sums[1] === undefined ? '' : `　${t('scale.before', { point: sums[1] })}`}`
                  : t('scale.unused')}
              </span>
            </h3>
            <Rows rows={rows.filter((row) => row.domain === domain)} hasRaw />
          </section>
        )
      })}
      <p className={classes.legend}>
        {([1, 2, 3] as const).map((point) => (
          <span key={point}>
            <MarkIcon tone={toneOfPoint(point)} /> {t(`legend.${point}`)}
          </span>
        ))}
        <span>
          <span className={classes.ringSample} aria-hidden /> {t('legend.before')}
        </span>
        <span className={classes.direction}>{t('scale.direction')}</span>
      </p>
    </div>
  )
}

/** For the person: if scales need attention, these come first and the others are collapsed. */
export function OwnScales({ rows }: { rows: ScaleRow[] }) {
  const { t } = useTranslation('stress_check')
  const weak = weakRows(rows)
  const rest = rows.filter((row) => !weak.includes(row))
  const hint = <p className={classes.hint}>{t(rows.some(({ before }) => before !== undefined) ? 'scale.ownHintBefore' : 'scale.ownHint')}</p>
  return (
    <div className={clsx(classes.scales, classes.own)}>
      {weak.length ? (
        <section>
          <h3 className={classes.domain}>{t('scale.weak')}</h3>
          {hint}
          <Rows rows={weak} />
        </section>
      ) : null}
      {weak.length ? (
        <details className={classes.rest}>
          <summary>{t('scale.rest', { count: rest.length })}</summary>
          <Rows rows={rest} />
        </details>
      ) : (
        <>
          {hint}
          <Rows rows={rest} />
        </>
      )}
    </div>
  )
}

function Rows({ rows, hasRaw = false }: { rows: ScaleRow[]; hasRaw?: boolean }) {
  const { t } = useTranslation('stress_check')
  return (
    <ul className={classes.rows}>
      {rows.map(({ code, display_name, point, before, raw }) => (
        <li key={code} className={classes.row}>
          <span className={classes.name}>{display_name}</span>
          <ScaleBar point={point} before={before} />
          <span className={classes.rowEnds} aria-hidden>
            <span>{t('scale.bad')}</span>
            <span>{t('scale.good')}</span>
          </span>
          <span className={classes.state} data-point={point}>
            {t(`state.${point as 1 | 2 | 3 | 4 | 5}`)}
          </span>
          <span className={classes.numbers}>
            <span className={classes.point} aria-hidden>
              {point}
              <span className={classes.of}>{t('scale.of')}</span>
            </span>
            <span className={classes.change}>{before === undefined ? null : <Change point={point} before={before} />}</span>
            {hasRaw ? <span className={classes.raw}>{t('scale.raw', { raw })}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Change({ point, before }: { point: number; before: number }) {
  const { t } = useTranslation('stress_check')
  if (point === before) return t('scale.same')
  const sign = point > before ? t('scale.plus') : '−'
  return t('scale.change', { before, change: `${sign}${Math.abs(point - before)}` })
}
