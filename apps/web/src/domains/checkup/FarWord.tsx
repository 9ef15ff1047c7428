import { useTranslation } from 'react-i18next'
import classes from './FarWord.module.css'

/** Tells a critical value, and one that needs a closer examination or treatment, from an abnormal one that needs a repeat. */
export function FarWord({ isSerious = false }: { isSerious?: boolean }) {
  const { t } = useTranslation('checkup')
  return <span className={classes.far}>{t(isSerious ? 'abnormal.serious' : 'abnormal.far')}</span>
}
