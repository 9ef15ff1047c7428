import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useLazyAuthorizedGoogleQuery, useUnauthorizedScopesQuery } from '../../domains/device/api.ts'
import { Devices } from '../../domains/device/Devices.tsx'
import { reloadInLanguage } from '../../i18n/return-language.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { PatientSettings } from './PatientSettings.tsx'

/** Google redirects to this page with a code that works once. The code is removed from the URL before it is sent. */
const useGoogleReturn = () => {
  const { t } = useTranslation('device')
  const [search, setSearch] = useSearchParams()
  const [authorize] = useLazyAuthorizedGoogleQuery()
  const { refetch } = useUnauthorizedScopesQuery({})
  const [code, state] = [search.get('code'), search.get('state')]
  useEffect(() => {
    if (reloadInLanguage() || !code || !state) return
    setSearch({}, { replace: true })
    void authorize({ code, state }).then(({ error }) => {
      if (error) toast.error(t('google.failed'))
      else toast.success(t('google.connected'))
      return refetch()
    })
  }, [code, state, setSearch, authorize, refetch, t])
}

/** For patients: their devices. */
export function DevicesPage() {
  const { t } = useTranslation('device')
  useGoogleReturn()
  return (
    <PatientSettings title={t('title')} isWide>
      {(user_id) => <Devices user_id={user_id} isOwn />}
    </PatientSettings>
  )
}
