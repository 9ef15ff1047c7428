import { IconHome, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reportUncaught } from '../../api/error-report.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import { Failure } from './Failure.tsx'

const statusOf = (error: unknown) => (error instanceof PageError || isRouteErrorResponse(error) ? error.status : 500)

/** Error page without the app layout, for unknown URLs and unexpected errors. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTranslation('shell')
  const status = statusOf(error)
  useEffect(() => {
    if (status === 500) reportUncaught(error)
  }, [error, status])
  const isNotFound = status === 404
  return (
    <Failure
      title={t('error.title')}
      text={t(isNotFound ? 'error.invalidUrl' : 'error.generic')}
      number={isNotFound ? '404' : undefined}
      brand={<Wordmark size={30} />}
      actions={
        <>
          <ButtonLink to="/" kind="pri" size="large" icon={<IconHome aria-hidden />}>
            {t('error.home')}
          </ButtonLink>
          <Button size="large" icon={<IconRefresh aria-hidden />} onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>
        </>
      }
    />
  )
}
