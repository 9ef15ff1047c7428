import { IconHome, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { reportUncaught } from '../../api/error-report.ts'
import { selectSession } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import { Failure } from './Failure.tsx'

const statusOf = (error: unknown) => (error instanceof PageError || isRouteErrorResponse(error) ? error.status : 500)

/** Reloads unless that deletes input, or the check for input fails to load. The button of the page always reloads. */
const reloadIfNothingIsLost = async (user_id: number | undefined) => {
  const { hasUnstoredInput } = await import('../../api/unsent/count.ts')
  if (user_id === undefined || !hasUnstoredInput(user_id)) location.reload()
}

/** Error page for 404 and for unexpected errors; without the app layout unless `isInShell`. */
export function ErrorPage({ isInShell = false }: { isInShell?: boolean }) {
  const error = useRouteError()
  const { t } = useTranslation('shell')
  const status = statusOf(error)
  useEffect(() => {
    if (status === 500) reportUncaught(error)
  }, [error, status])
  const isNotFound = status === 404
  const { me, returnTo } = useAppSelector(selectSession)
  const user_id = me?.id ?? returnTo?.user_id
  useEffect(() => {
    if (isNotFound) return
    // reload when the device is online again, because a chunk may have failed to load without a network
    const reload = () => void reloadIfNothingIsLost(user_id).catch(() => undefined)
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isNotFound, user_id])
  return (
    <Failure
      title={t('error.title')}
      text={t(isNotFound ? 'error.invalidUrl' : 'error.generic')}
      number={isNotFound ? '404' : undefined}
      brand={isInShell ? null : <Wordmark size={30} />}
      isInShell={isInShell}
      actions={
        <>
          <ButtonLink to="/" kind="primary" size="large" icon={<IconHome aria-hidden />}>
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
