import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { canUsePasskeys } from '../../domains/account/passkey/can-use-passkeys.ts'
import { startSession } from '../../domains/account/start-session.ts'
import { Button } from '../../ui/button/Button.tsx'

/** Signs in with a passkey. Absent where the browser has none; cancelling is no error. */
export function PasskeyButton({ onError }: { onError: (text: string | undefined) => void }) {
  const { t } = useTranslation('account')
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null
  const run = async () => {
    setBusy(true)
    try {
      const { signIn } = await import('../../domains/account/passkey/passkey.ts')
      const { data, error } = (await signIn(dispatch)) ?? {}
      if (error) onError(typeof error.status === 'number' && error.status < 500 ? error.error : undefined)
      else if (data) dispatch(startSession(data))
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
