import { useTranslation } from 'react-i18next'
import { MarkIcon } from '../../ui/status/marks.tsx'
import classes from './Scales.module.css'
import { toneOfPoint } from './scales.ts'

const maxPoint = 5
const share = (point: number) => `${((point - 1) / (maxPoint - 1)) * 100}%`

/** Evaluation point from 1 on the left (bad) to 5 on the right (good), over the zone of 3 to 5; the previous point is a dotted ring. */
export function ScaleBar({ point, before }: { point: number; before: number | undefined }) {
  const { t } = useTranslation('stress_check')
  return (
    <span
      className={classes.bar}
      role="img"
      aria-label={`${t('scale.point', { point })}${before === undefined ? '' : ` ${t('scale.before', { point: before })}`}`}
    >
      <span className={classes.track}>
        <span className={classes.zone} style={{ left: share(3) }} />
        <span className={classes.fill} style={{ width: share(point) }} />
        {before === undefined || before === point ? null : <span className={classes.ring} style={{ left: share(before) }} />}
        <span className={classes.mark} style={{ left: share(point) }}>
          <MarkIcon tone={toneOfPoint(point)} size={16} />
        </span>
      </span>
    </span>
  )
}
