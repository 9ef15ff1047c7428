import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TabLinks } from '../../ui/layout/TabLinks.tsx'
import classes from './AdminTabs.module.css'
import { referenceNames, tableNames } from './records/table.ts'

/** Links to the pages of the administration. */
export function AdminTabs() {
  const { t } = useTranslation(['records', 'admin', 'system', 'merge', 'order_admin', 'bulk_message'])
  const { pathname } = useLocation()
  const isReference = referenceNames.some((name) => pathname.endsWith(`/admin/${name}`))
  const tabs = [
    { to: '/admin', label: t('admin:users.title'), end: true },
    { to: '/admin/merge', label: t('merge:title') },
    ...tableNames.map((name) => ({ to: `/admin/${name}`, label: t(`records:page.${name}`) })),
    { to: '/messages/bulk', label: t('bulk_message:page.title') },
    { to: '/admin/orders', label: t('order_admin:title') },
    { to: `/admin/${referenceNames[0]}`, label: t('records:nav.reference'), current: isReference },
    { to: '/admin/audit', label: t('records:audit.title') },
    { to: '/admin/system', label: t('system:title') },
  ]
  return (
    <div className={classes.tabs}>
      <TabLinks label={t('records:nav.label')} tabs={tabs} />
      {isReference ? (
        <TabLinks
          level="second"
          label={t('records:nav.reference')}
          tabs={referenceNames.map((name) => ({ to: `/admin/${name}`, label: t(`records:page.${name}`) }))}
        />
      ) : null}
    </div>
  )
}
