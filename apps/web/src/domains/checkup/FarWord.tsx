import { useTranslation } from 'react-i18next'
import classes from './FarWord.module.css'

/** Word beside a value: critical if `isSerious`, otherwise far out of range. */
export function FarWord({ isSerious = false }: { isSerious?: boolean }) {
  const { t } = useTranslation('checkup')
  return <span className={classes.far}>{t(isSerious ? 'abnormal.serious' : 'abnormal.far')}</span>
}
