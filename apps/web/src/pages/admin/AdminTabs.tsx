import { useTranslation } from 'react-i18next'
import { TabLinks } from '../../ui/layout/TabLinks.tsx'
import classes from './AdminTabs.module.css'
import { tableNames } from './records/table.ts'

/** Links to the pages of the administration. */
export function AdminTabs() {
  const { t } = useTranslation(['records', 'admin', 'system'])
  const tabs = [
    { to: '/admin', label: t('admin:users.title'), end: true },
    ...tableNames.map((name) => ({ to: `/admin/${name}`, label: t(`records:page.${name}`) })),
    { to: '/admin/audit', label: t('records:audit.title') },
    { to: '/admin/system', label: t('system:title') },
  ]
  return (
    <div className={classes.tabs}>
      <TabLinks label={t('records:nav.label')} tabs={tabs} />
    </div>
  )
}
