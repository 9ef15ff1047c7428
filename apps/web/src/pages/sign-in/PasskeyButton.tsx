import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { canUsePasskeys } from '../../domains/account/passkey/can-use-passkeys.ts'
import type { PasskeyReply } from '../../domains/account/passkey/passkey.ts'
import { startSession } from '../../domains/account/start-session.ts'
import { Button } from '../../ui/button/Button.tsx'

/** Signs in with a passkey, from the button or the suggestions in the email field. Renders nothing without browser support; cancelling is no error. */
export function PasskeyButton({ onError }: { onError: (text: string | undefined) => void }) {
  const { t } = useTranslation('account')
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const passkeys = () => import('../../domains/account/passkey/passkey.ts')
  const end = (reply: PasskeyReply) => {
    if (reply?.error) onError(typeof reply.error.status === 'number' && reply.error.status < 500 ? reply.error.error : undefined)
    else if (reply) dispatch(startSession(reply.data))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request for as long as the page is open
  useEffect(() => {
    const left = new AbortController()
    if (canUsePasskeys())
      passkeys()
        .then(({ signInFromField }) => signInFromField(dispatch, left.signal))
        .then(end, () => {})
    return () => left.abort()
  }, [])
  if (!canUsePasskeys()) return null
  const run = async () => {
    setBusy(true)
    try {
      end(await (await passkeys()).signIn(dispatch))
    } catch {
      onError(undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="large" block loading={isBusy} onClick={() => void run()}>
      {t('signIn.passkey')}
    </Button>
  )
}
