import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useGetDeviceSyncQuery } from './api.ts'
import { DerivationCard } from './DerivationCard.tsx'
import classes from './Devices.module.css'
import { OrderCard } from './OrderCard.tsx'
import { OtherCard } from './OtherCard.tsx'

const ImportCard = lazyNamed(() => import('./import/ImportCard.tsx'), 'ImportCard')

export function Devices({ user_id, isOwn }: { user_id: number; isOwn: boolean }) {
  const { t } = useTranslation('device')
  return (
    <QueryView query={useGetDeviceSyncQuery({ user_id })} error={t('error')} skeleton={<SkeletonLines count={8} />}>
      {(sync) => (
        <div className={classes.page}>
          <div className={classes.column}>
            {sync.sources.length ? (
              <OrderCard user_id={user_id} sync={sync} isOwn={isOwn} />
            ) : (
              <Empty title={t('empty')} {...(isOwn && { text: t('emptyText') })} />
            )}
            {isOwn ? (
              <Suspense>
                <ImportCard user_id={user_id} />
              </Suspense>
            ) : null}
          </div>
          <div className={classes.column}>
            {sync.sources.length ? <DerivationCard user_id={user_id} sources={sync.sources} /> : null}
            <OtherCard sync={sync} isOwn={isOwn} />
          </div>
        </div>
      )}
    </QueryView>
  )
}
