import { useTranslation } from 'react-i18next'
import classes from './FarWord.module.css'

/** Word for an abnormal value that needs more than a repeat: critical if `isSerious`, otherwise in need of closer examination or treatment. */
export function FarWord({ isSerious = false }: { isSerious?: boolean }) {
  const { t } = useTranslation('checkup')
  return <span className={classes.far}>{t(isSerious ? 'abnormal.serious' : 'abnormal.far')}</span>
}
