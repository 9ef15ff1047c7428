import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Sets the document title: the page and the app. */
export const usePageTitle = (title: string) => {
  const { t } = useTranslation('common')
  const name = t('app.name')
  useEffect(() => {
    document.title = title ? `${title}｜${name}` : name
  }, [title, name])
}
