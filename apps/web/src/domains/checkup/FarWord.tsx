import { useTranslation } from 'react-i18next'
import classes from './FarWord.module.css'

/** Tells an abnormal value that needs a closer examination or treatment from one that needs a repeat. */
export function FarWord() {
  const { t } = useTranslation('checkup')
  return <span className={classes.far}>{t('abnormal.far')}</span>
}
