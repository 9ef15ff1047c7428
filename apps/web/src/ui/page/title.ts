import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The window's title while this page is shown. */
export const usePageTitle = (title: string) => {
  const { t } = useTranslation('common')
  const name = t('app.name')
  useEffect(() => {
    document.title = title ? `${title}｜${name}` : name
  }, [title, name])
}
