import { IconHistory, IconLayoutDashboard, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePrefetchResults } from '../../domains/checkup/prefetch.ts'
import { TabLinks } from '../../ui/layout/TabLinks.tsx'
import { useKeys } from '../../ui/page/keys.ts'

/** Navigation between a patient's pages. */
export function PatientTabs({ user_id }: { user_id: number }) {
  const { t, i18n } = useTranslation('patient')
  const prefetchResults = usePrefetchResults(user_id)
  const navigate = useNavigate()
  useKeys(
    (['summary', 'database', 'timeline'] as const).map((page) => ({
      key: `g ${page[0]}`,
      label: t(`page.${page}`),
      run: () => void navigate(`/${user_id}/${page}`),
    })),
  )
  const preloadDatabase = () => {
    prefetchResults()
    void Promise.allSettled([
      import('../database/DatabasePage.tsx'),
      import('../database/tabs.tsx').then(({ tabs }) => tabs[0].fetch()),
      i18n.loadNamespaces('results'),
    ])
  }
  return (
    <TabLinks
      label={t('page.label')}
      tabs={[
        { to: `/${user_id}/summary`, label: t('page.summary'), icon: <IconLayoutDashboard aria-hidden /> },
        { to: `/${user_id}/database`, label: t('page.database'), icon: <IconTable aria-hidden />, onPrefetch: preloadDatabase },
        { to: `/${user_id}/timeline`, label: t('page.timeline'), icon: <IconHistory aria-hidden /> },
      ]}
    />
  )
}
