import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../ui/page/online.ts'
import classes from './OfflineBanner.module.css'

/** Says that the device has no network. The live region is always rendered, because screen readers announce changes of existing regions only. */
export function OfflineBanner() {
  const { t } = useTranslation('common')
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={classes.banner}>
          <IconWifiOff aria-hidden size={18} />
          {t('offline.banner')}
        </p>
      )}
    </div>
  )
}
